package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.ReductionId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.TaskChunks.Assigned;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.TaskReduction;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Keeps the parts of a reduction on the nodes that computed them until a task reads the result.
 * Then every node sends its part to all nodes that read, and each of those puts the parts together.
 * The lowest of them owns the result.
 */
final class NodeReductionPlanner {
  private static final Region SCALAR = Region.of(Box.SCALAR);

  private final CommandBuilder builder;
  private List<ReductionId> completed = new ArrayList<>();

  NodeReductionPlanner(CommandBuilder builder) {
    this.builder = builder;
  }

  /** The reductions that were resolved or discarded since this was called last. */
  List<ReductionId> takeCompleted() {
    List<ReductionId> taken = completed;
    completed = new ArrayList<>();
    return taken;
  }

  /** Makes what is needed before a task may read the results that are pending. */
  void resolve(WorkTask task, TaskChunks chunks) {
    for (BufferUse use : task.uses().all()) {
      BufferState state = builder.state(use.buffer());
      if (state.pending().isPresent()) {
        SortedSet<NodeId> readers = readers(use, chunks);
        if (!readers.isEmpty()) {
          resolve(task, state, state.pending().get(), readers);
        }
      }
    }
  }

  private static SortedSet<NodeId> readers(BufferUse use, TaskChunks chunks) {
    SortedSet<NodeId> readers = new TreeSet<>();
    for (Assigned assigned : chunks.all()) {
      if (use.consumed().intersects(Box.SCALAR)
          && use.consumed(assigned.chunk()).intersects(Box.SCALAR)) {
        readers.add(assigned.node());
      }
    }
    return readers;
  }

  private void resolve(
      WorkTask task, BufferState state, TaskReduction reduction, SortedSet<NodeId> readers) {
    NodeId local = builder.local();
    WriteState part = state.writes(SCALAR).get(0).value();
    SortedSet<NodeId> others = new TreeSet<>(readers);
    others.remove(local);
    TransferId transfer = new TransferId(task.id(), state.buffer().id());
    if (!others.isEmpty()) {
      push(transfer, state, part, others);
    }
    if (readers.contains(local)) {
      Vertex<Command> reduce = reduce(transfer, state, part, reduction);
      boolean owner = readers.first().equals(local);
      if (owner) {
        state.written(reduce, SCALAR);
        for (NodeId node : others) {
          state.copied(node, Box.SCALAR);
        }
      } else {
        state.received(reduce, SCALAR);
      }
    } else {
      state.writtenElsewhere(SCALAR);
    }
    state.pending(Optional.empty());
    completed.add(reduction.id());
  }

  private void push(
      TransferId transfer, BufferState state, WriteState part, SortedSet<NodeId> others) {
    Map<NodeId, Region> targets = new LinkedHashMap<>();
    for (NodeId node : others) {
      targets.put(node, part.fresh() ? SCALAR : Region.EMPTY);
    }
    Vertex<Command> push =
        builder.add(new Command.Push(builder.nextId(), transfer, state.buffer(), targets, true));
    if (part.fresh()) {
      builder.need(push, part.writer(), DependencyOrigin.DATA);
      state.read(push, SCALAR);
    }
    builder.needEpochIfNothingElse(push);
  }

  private Vertex<Command> reduce(
      TransferId transfer, BufferState state, WriteState part, TaskReduction reduction) {
    Vertex<Command> await =
        builder.add(
            new Command.AwaitPush(builder.nextId(), transfer, state.buffer(), SCALAR, true));
    builder.needEpochIfNothingElse(await);
    Vertex<Command> reduce =
        builder.add(new Command.Reduce(builder.nextId(), reduction, part.fresh()));
    if (part.fresh()) {
      builder.need(reduce, part.writer(), DependencyOrigin.DATA);
    }
    builder.need(reduce, await, DependencyOrigin.DATA);
    builder.overwrite(reduce, state, SCALAR);
    return reduce;
  }

  /** Notes what a task does to pending results after it: an overwrite discards them. */
  void finish(WorkTask task, TaskChunks chunks) {
    for (BufferUse use : task.uses().all()) {
      BufferState state = builder.state(use.buffer());
      if (state.pending().isPresent()
          && !chunks.all().isEmpty()
          && use.produced().intersects(Box.SCALAR)) {
        completed.add(state.pending().get().id());
        state.pending(Optional.empty());
      }
    }
    for (TaskReduction reduction : task.uses().reductions()) {
      if (chunks.all().size() > 1) {
        builder.state(reduction.buffer()).pending(Optional.of(reduction));
      } else {
        completed.add(reduction.id());
      }
    }
  }
}
