package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.graph.NodeId;
import java.io.Serial;

/** Says that a node of the run cannot go on. The message names it, the reason and a loop. */
public final class NodeFailedException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * A node has said why.
   *
   * @param loop the last one of which parts ran on other nodes; empty if none did
   */
  NodeFailedException(NodeId node, String reason, String loop) {
    super("rank " + node.rank() + " has failed" + during(loop) + ": " + reason);
  }

  /** A node is lost. */
  NodeFailedException(PeerLoss loss, String loop) {
    super(loss + during(loop));
  }

  private static String during(String loop) {
    return loop.isEmpty() ? "" : " (the last loop that was divided is " + loop + ")";
  }
}
