package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;

/**
 * Names a message.
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
