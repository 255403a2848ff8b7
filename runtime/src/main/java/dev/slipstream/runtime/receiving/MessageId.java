package dev.slipstream.runtime.receiving;

import dev.slipstream.runtime.graph.NodeId;

/**
 * Names a message to this node.
 *
 * @param from who sends it
 * @param number as the sender counts; never used again
 */
public record MessageId(NodeId from, long number) {
  @Override
  public String toString() {
    return "message " + number + " of " + from;
  }
}
