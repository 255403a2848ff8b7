package dev.slipstream.runtime.graph.instruction;

/**
 * Identifies a piece of memory on one node.
 *
 * @param number unique on the node, never used again
 */
public record AllocationId(long number) {
  @Override
  public String toString() {
    return "A" + number;
  }
}
