package dev.slipstream.runtime.graph.command;

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
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Makes nodes pass on elements that many of them read and one has, so that this node's network link
 * does not carry all of them. The elements of one node travel along a binomial tree: in each round,
 * every node that has them sends them to one that lacks them. If every node has a part of what all
 * read, the parts travel around a ring. Each element reaches each node once, as it does without
 * relays.
 *
 * <p>All nodes that run a chunk decide the same, from the stream alone. So this only concerns
 * elements that no other node has read since they were written, because only the owner knows which
 * nodes have copies of others.
 */
final class RelayPlanner {
  /** With fewer receivers the owner sends to all of them itself. */
  private static final int LEAST_RECEIVERS = 3;

  private final CommandBuilder builder;
  private final long leastBytes;
  private final boolean possible;

  RelayPlanner(CommandBuilder builder, CommandOptions options) {
    this.builder = builder;
    leastBytes = options.leastRelayed();
    possible = options.nodes() > LEAST_RECEIVERS && leastBytes < Long.MAX_VALUE;
  }

  /** Creates the pushes and await-pushes of this node for elements of a task that are passed on. */
  void plan(WorkTask task, TaskChunks chunks) {
    for (BufferUse use : possible ? task.uses().all() : List.<BufferUse>of()) {
      Region common = common(use, chunks.all());
      if (!common.isEmpty()) {
        plan(task, builder.state(use.buffer()), common, nodes(chunks.all()));
      }
    }
  }

  /** Notes the accesses of a task, for the tasks after it. */
  void finish(WorkTask task, TaskChunks chunks) {
    for (BufferUse use : possible ? task.uses().all() : List.<BufferUse>of()) {
      builder.state(use.buffer()).holders().used(use, chunks.all(), task.isReplicated());
    }
  }

  /** The elements that all chunks read; empty if they are too few. */
  private Region common(BufferUse use, List<Assigned> chunks) {
    if (chunks.size() <= LEAST_RECEIVERS || isSmall(use, use.consumed())) {
      return Region.EMPTY;
    }
    // Distant chunks read nothing in common in most loops, so intersections soon are empty.
    Region common = use.consumed(chunks.get(0).chunk());
    common = common.intersection(use.consumed(chunks.get(chunks.size() - 1).chunk()));
    for (int i = 1; i + 1 < chunks.size() && !isSmall(use, common); i++) {
      common = common.intersection(use.consumed(chunks.get(i).chunk()));
    }
    return isSmall(use, common) ? Region.EMPTY : common;
  }

  private boolean isSmall(BufferUse use, Region region) {
    return region.isEmpty() || use.buffer().bytes(region.area()) < leastBytes;
  }

  private static List<NodeId> nodes(List<Assigned> chunks) {
    List<NodeId> nodes = new ArrayList<>();
    for (Assigned assigned : chunks) {
      if (nodes.isEmpty() || !nodes.get(nodes.size() - 1).equals(assigned.node())) {
        nodes.add(assigned.node());
      }
    }
    return nodes;
  }

  private void plan(WorkTask task, BufferState state, Region common, List<NodeId> readers) {
    TransferId transfer = new TransferId(task.id(), state.buffer().id());
    SortedMap<Integer, Region> parts = state.holders().alone(common);
    parts.values().removeIf(part -> state.buffer().bytes(part.area()) < leastBytes);
    boolean ring = parts.size() == readers.size();
    for (NodeId reader : readers) {
      ring &= parts.containsKey(reader.rank());
    }
    if (ring && readers.size() > LEAST_RECEIVERS) {
      ring(transfer, state, parts, readers);
    } else {
      parts.forEach((owner, part) -> tree(transfer, state, part, inTree(owner, readers)));
    }
  }

  /** The nodes of a tree, the owner of the elements first. */
  private static List<NodeId> inTree(int owner, List<NodeId> readers) {
    List<NodeId> nodes = new ArrayList<>();
    nodes.add(new NodeId(owner));
    for (NodeId reader : readers) {
      if (reader.rank() != owner) {
        nodes.add(reader);
      }
    }
    return nodes;
  }

  private void tree(TransferId transfer, BufferState state, Region part, List<NodeId> nodes) {
    int own = nodes.indexOf(builder.local());
    if (own < 0 || nodes.size() <= LEAST_RECEIVERS) {
      return;
    }
    List<NodeId> targets = new ArrayList<>();
    for (int step = own == 0 ? 1 : 2 * Integer.highestOneBit(own);
        own + step < nodes.size();
        step *= 2) {
      targets.add(nodes.get(own + step));
    }
    if (own > 0) {
      await(transfer, state, part);
    }
    push(transfer, state, part, targets);
    if (own == 0) {
      copied(state, part, nodes);
    }
  }

  private void ring(
      TransferId transfer,
      BufferState state,
      SortedMap<Integer, Region> parts,
      List<NodeId> nodes) {
    int own = nodes.indexOf(builder.local());
    if (own < 0) {
      return;
    }
    int count = nodes.size();
    List<NodeId> next = List.of(nodes.get((own + 1) % count));
    push(transfer, state, part(parts, nodes, own), next);
    copied(state, part(parts, nodes, own), nodes);
    for (int step = 1; step < count; step++) {
      Region part = part(parts, nodes, (own - step + count) % count);
      await(transfer, state, part);
      if (step + 1 < count) {
        push(transfer, state, part, next);
      }
    }
  }

  private static Region part(SortedMap<Integer, Region> parts, List<NodeId> nodes, int place) {
    return parts.getOrDefault(nodes.get(place).rank(), Region.EMPTY);
  }

  /** Notes that all nodes will have a copy of a part that this node owns. */
  private void copied(BufferState state, Region part, List<NodeId> nodes) {
    for (NodeId node : nodes) {
      for (Box box : part.boxes()) {
        if (!node.equals(builder.local())) {
          state.copied(node, box);
        }
      }
    }
  }

  private void await(TransferId transfer, BufferState state, Region part) {
    Vertex<Command> await =
        builder.add(new Command.AwaitPush(builder.nextId(), transfer, state.buffer(), part));
    builder.overwrite(await, state, part);
    builder.needEpochIfNothingElse(await);
    state.received(await, part);
  }

  private void push(TransferId transfer, BufferState state, Region part, List<NodeId> to) {
    if (to.isEmpty()) {
      return;
    }
    Map<NodeId, Region> targets = new LinkedHashMap<>();
    to.forEach(node -> targets.put(node, part));
    Vertex<Command> push =
        builder.add(new Command.Push(builder.nextId(), transfer, state.buffer(), targets));
    for (Entry<WriteState> entry : state.writes(part)) {
      builder.need(push, entry.value().writer(), DependencyOrigin.DATA);
    }
    state.read(push, part);
  }
}
