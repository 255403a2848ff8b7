package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.runtime.graph.NodeId;
import java.util.List;

/**
 * The chunks of a task, as one node sees them.
 *
 * @param all the chunks with their nodes, in the order of the nodes
 * @param local those that this node runs
 * @param remote those that other nodes run
 */
record TaskChunks(List<Assigned> all, List<Chunk> local, List<Assigned> remote) {
  /**
   * A chunk.
   *
   * @param node where it runs
   * @param chunk its iterations
   */
  record Assigned(NodeId node, Chunk chunk) {}
}
