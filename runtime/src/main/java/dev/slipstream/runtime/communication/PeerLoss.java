package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;

/**
 * Reports that a node cannot be reached any more, though it has not left the run.
 *
 * @param node the node
 * @param host the host that it runs on
 * @param cause how that was noticed: {@code nothing has come from it for 8.1 s}
 */
public record PeerLoss(NodeId node, String host, String cause) {
  @Override
  public String toString() {
    return "rank " + node.rank() + " on " + host + " is lost: " + cause;
  }
}
