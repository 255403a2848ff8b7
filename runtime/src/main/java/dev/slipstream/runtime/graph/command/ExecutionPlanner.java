package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates one command for each chunk of a task that this node runs, and notes what is fresh here
 * afterwards. All chunks of a task read before any of them writes: they are parts of one loop and
 * do not depend on each other.
 */
final class ExecutionPlanner {
  private final CommandBuilder builder;

  ExecutionPlanner(CommandBuilder builder) {
    this.builder = builder;
  }

  void plan(WorkTask task, TaskChunks chunks) {
    List<BufferUse> uses = task.uses().all();
    List<Vertex<Command>> commands = new ArrayList<>(chunks.local().size());
    for (Chunk chunk : chunks.local()) {
      Vertex<Command> command = builder.add(command(builder.nextId(), task, chunk));
      commands.add(command);
      for (int i = 0; i < uses.size(); i++) {
        needInputs(command, uses.get(i), chunk);
      }
    }
    for (int i = 0; i < uses.size(); i++) {
      write(uses.get(i), commands, chunks, task.isReplicated());
    }
    for (Vertex<Command> command : commands) {
      builder.needEpochIfNothingElse(command);
    }
  }

  private static Command command(long id, WorkTask task, Chunk chunk) {
    return task instanceof FenceTask fence
        ? new Command.Fence(id, fence)
        : new Command.Execution(id, task, chunk.box());
  }

  private void needInputs(Vertex<Command> command, BufferUse use, Chunk chunk) {
    if (use.consumed().isEmpty()) {
      return;
    }
    for (Entry<WriteState> entry : builder.state(use.buffer()).writes(use.consumed(chunk))) {
      if (!entry.value().fresh()) {
        throw new IllegalStateException(
            command + " reads " + use.buffer().text(Region.of(entry.box())) + ", which is stale");
      }
      builder.need(command, entry.value().writer(), DependencyOrigin.DATA);
    }
  }

  private void write(
      BufferUse use, List<Vertex<Command>> commands, TaskChunks chunks, boolean replicated) {
    BufferState state = builder.state(use.buffer());
    Region written = Region.EMPTY;
    List<Region> parts = new ArrayList<>(commands.size());
    for (int i = 0; i < commands.size(); i++) {
      Region part = use.produced().isEmpty() ? Region.EMPTY : use.produced(chunk(chunks, i));
      parts.add(part);
      if (!part.isEmpty()) {
        builder.overwrite(commands.get(i), state, part);
        if (replicated) {
          state.writtenEverywhere(commands.get(i), part);
        } else {
          state.written(commands.get(i), part);
        }
        written = written.union(part);
      }
    }
    for (int i = 0; i < commands.size() && !use.consumed().isEmpty(); i++) {
      // A command that overwrites what this command writes waits for it as the writer.
      state.read(commands.get(i), use.consumed(chunk(chunks, i)).difference(parts.get(i)));
    }
    if (!chunks.remote().isEmpty()) {
      state.writtenElsewhere(use.produced().difference(written));
    }
  }

  private static Chunk chunk(TaskChunks chunks, int command) {
    return chunks.local().get(command);
  }
}
