package dev.slipstream.runtime.communication;

import dev.slipstream.runtime.graph.NodeId;

/**
 * Identifies a message.
 *
 * @param from the sender
 * @param number counted by the sender; never used again
 */
public record MessageId(NodeId from, long number) {
  @Override
  public String toString() {
    return "message " + number + " of " + from;
  }
}
