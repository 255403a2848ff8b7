package dev.slipstream.runtime.instruction;

/**
 * Names a message that one node sends.
 *
 * @param number unique on the node that sends
 */
public record MessageId(long number) {
  @Override
  public String toString() {
    return "M" + number;
  }
}
