package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.graph.NodeId;
import java.io.Serial;

/** Reports that a node of the run cannot continue. The message names it, the reason and a loop. */
public final class NodeFailedException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for a node that has reported its failure.
   *
   * @param loop the last loop that ran in part on other nodes; empty if none did
   */
  NodeFailedException(NodeId node, String reason, String loop) {
    super("rank " + node.rank() + " has failed" + during(loop) + ": " + reason);
  }

  /** Creates an exception for a lost node. */
  NodeFailedException(PeerLoss loss, String loop) {
    super(loss + during(loop));
  }

  private static String during(String loop) {
    return loop.isEmpty() ? "" : " (the last loop that was divided is " + loop + ")";
  }
}
