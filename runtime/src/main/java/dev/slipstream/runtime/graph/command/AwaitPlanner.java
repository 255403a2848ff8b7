package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the await-pushes of this node for one task: of each buffer at most one, with all that its
 * chunks read and that is not fresh here.
 */
final class AwaitPlanner {
  private final CommandBuilder builder;

  AwaitPlanner(CommandBuilder builder) {
    this.builder = builder;
  }

  void plan(WorkTask task, TaskChunks chunks) {
    List<BufferUse> uses = task.uses().all();
    for (int i = 0; i < uses.size(); i++) {
      BufferUse use = uses.get(i);
      if (!use.consumed().isEmpty()) {
        BufferState state = builder.state(use.buffer());
        List<Box> missing = new ArrayList<>();
        for (Chunk chunk : chunks.local()) {
          missing.addAll(state.missing(use.consumed(chunk)));
        }
        if (!missing.isEmpty()) {
          await(task, state, Region.of(missing));
        }
      }
    }
  }

  private void await(WorkTask task, BufferState state, Region region) {
    TransferId transfer = new TransferId(task.id(), state.buffer().id());
    Vertex<Command> await =
        builder.add(
            new Command.AwaitPush(builder.nextId(), transfer, state.buffer(), region, false));
    builder.overwrite(await, state, region);
    builder.needEpochIfNothingElse(await);
    state.received(await, region);
  }
}
