package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.TaskChunks.Assigned;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Creates the pushes and await-pushes of this node for one task. For each buffer there is at most
 * one push, with what each other node reads and lacks and this one owns. There is also at most one
 * await-push, with everything that the chunks of this node read and that is stale here. Chunks of
 * other nodes are examined only if this node owns something that the task reads.
 */
final class PushPlanner {
  private final CommandBuilder builder;

  PushPlanner(CommandBuilder builder) {
    this.builder = builder;
  }

  void pushes(WorkTask task, TaskChunks chunks) {
    List<BufferUse> uses = task.uses().all();
    for (int i = 0; i < uses.size() && !chunks.remote().isEmpty(); i++) {
      BufferUse use = uses.get(i);
      if (!use.consumed().isEmpty()) {
        BufferState state = builder.state(use.buffer());
        List<Entry<WriteState>> owned = state.owned(use.consumed());
        if (!owned.isEmpty()) {
          plan(task, use, chunks.remote(), state, owned);
        }
      }
    }
  }

  private void plan(
      WorkTask task,
      BufferUse use,
      List<Assigned> remote,
      BufferState state,
      List<Entry<WriteState>> owned) {
    Map<NodeId, List<Box>> targets = new LinkedHashMap<>();
    Set<Vertex<Command>> writers = new LinkedHashSet<>();
    for (Assigned assigned : remote) {
      Region consumed = use.consumed(assigned.chunk());
      for (int i = 0; i < owned.size() && !consumed.isEmpty(); i++) {
        List<Box> sent = send(assigned.node(), consumed, owned.get(i).box(), state);
        if (!sent.isEmpty()) {
          targets.computeIfAbsent(assigned.node(), node -> new ArrayList<>()).addAll(sent);
          writers.add(owned.get(i).value().writer());
        }
      }
    }
    if (!targets.isEmpty()) {
      push(task, state, targets, writers);
    }
  }

  /** Notes that a node gets what it lacks of a box, and returns that. */
  private static List<Box> send(NodeId node, Region consumed, Box owned, BufferState state) {
    List<Box> sent = new ArrayList<>(1);
    for (int i = 0; i < consumed.size(); i++) {
      Box needed = consumed.box(i).intersection(owned);
      if (!needed.isEmpty()) {
        sent.addAll(state.lackedBy(node, needed));
      }
    }
    for (Box box : sent) {
      state.copied(node, box);
    }
    return sent;
  }

  private void push(
      WorkTask task,
      BufferState state,
      Map<NodeId, List<Box>> targets,
      Set<Vertex<Command>> writers) {
    Map<NodeId, Region> regions = new LinkedHashMap<>();
    List<Box> all = new ArrayList<>();
    targets.forEach(
        (node, boxes) -> {
          regions.put(node, Region.of(boxes));
          all.addAll(boxes);
        });
    TransferId transfer = new TransferId(task.id(), state.buffer().id());
    Vertex<Command> push =
        builder.add(new Command.Push(builder.nextId(), transfer, state.buffer(), regions));
    for (Vertex<Command> writer : writers) {
      builder.need(push, writer, DependencyOrigin.DATA);
    }
    state.read(push, Region.of(all));
  }

  void awaits(WorkTask task, TaskChunks chunks) {
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
        builder.add(new Command.AwaitPush(builder.nextId(), transfer, state.buffer(), region));
    builder.overwrite(await, state, region);
    builder.needEpochIfNothingElse(await);
    state.received(await, region);
  }
}
