package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TaskChunks.Assigned;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Divides tasks among nodes. Neighbouring chunks are given to the same node, since their data are
 * neighbours, and the numbers of chunks per node differ by at most one.
 */
final class ChunkAssigner {
  private final List<NodeId> nodes;
  private final NodeId local;
  private final int chunksPerNode;
  private final Splitter splitter;

  ChunkAssigner(NodeId local, CommandOptions options) {
    List<NodeId> ranks = new ArrayList<>();
    for (int rank = 0; rank < options.nodes(); rank++) {
      ranks.add(new NodeId(rank));
    }
    nodes = List.copyOf(ranks);
    this.local = local;
    chunksPerNode = options.chunksPerNode();
    splitter = options.splitter();
  }

  TaskChunks assign(WorkTask task) {
    List<Assigned> all = new ArrayList<>();
    List<Chunk> own = new ArrayList<>();
    List<Assigned> remote = new ArrayList<>();
    List<Box> boxes = boxes(task);
    for (int i = 0; i < boxes.size(); i++) {
      NodeId node = nodes.get(node(i, boxes.size()));
      Chunk chunk = new Chunk(boxes.get(i), task.geometry().space());
      Assigned assigned = new Assigned(node, chunk);
      all.add(assigned);
      if (node.rank() == local.rank()) {
        own.add(chunk);
      } else {
        remote.add(assigned);
      }
    }
    return new TaskChunks(all, own, remote);
  }

  private int node(int chunk, int chunks) {
    return chunks <= nodes.size() ? chunk : (int) ((long) chunk * nodes.size() / chunks);
  }

  private List<Box> boxes(WorkTask task) {
    if (task instanceof FenceTask fence) {
      return Collections.nCopies(
          fence.reach() == FenceTask.Reach.EVERY_NODE ? nodes.size() : 1, Box.SCALAR);
    }
    Geometry geometry = task.geometry();
    if (task instanceof HostTask host) {
      if (host.isDivided()) {
        return host.chunks();
      }
      int runs = geometry.space().isEmpty() ? 0 : task.isReplicated() ? nodes.size() : 1;
      return Collections.nCopies(runs, geometry.space());
    }
    if (task instanceof LoopTask loop && !loop.chunks().isEmpty()) {
      return loop.chunks();
    }
    return split(geometry);
  }

  private List<Box> split(Geometry geometry) {
    if (geometry.space().isEmpty()) {
      return List.of();
    }
    int parts = Math.multiplyExact(nodes.size(), chunksPerNode);
    return geometry.splitting() == Splitting.WHOLE
        ? List.of(geometry.space())
        : splitter.split(geometry, parts);
  }
}
