package dev.slipstream.runtime.graph.command;

/**
 * Names a command by its place among the commands of its node.
 *
 * @param number 0 for the first epoch
 */
public record CommandId(long number) {
  @Override
  public String toString() {
    return "C" + number;
  }
}
