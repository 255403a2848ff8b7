package dev.slipstream.runtime.graph;

/**
 * Names a group of collective host tasks, which run in one order on all nodes.
 *
 * @param number equal on all nodes
 */
public record CollectiveGroupId(long number) {
  @Override
  public String toString() {
    return "G" + number;
  }
}
