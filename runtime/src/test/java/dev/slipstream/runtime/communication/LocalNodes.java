package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates nodes that are all in this process, for runs on one node and for simulations of several.
 */
public final class LocalNodes {
  private LocalNodes() {}

  /**
   * Creates connected nodes.
   *
   * @param nodes how many, at least 1
   * @return one for each node, in order; each may be used by another thread
   * @throws IllegalArgumentException if there is no node
   */
  public static List<Communicator> of(int nodes) {
    if (nodes < 1) {
      throw new IllegalArgumentException("there is at least 1 node, not " + nodes);
    }
    List<LocalNode> all = new ArrayList<>();
    for (int rank = 0; rank < nodes; rank++) {
      all.add(new LocalNode(new NodeId(rank), all));
    }
    return List.copyOf(all);
  }
}
