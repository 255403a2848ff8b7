package dev.slipstream.runtime.graph;

/**
 * Names one reduction of one task.
 *
 * @param number equal on all nodes, never used again
 */
public record ReductionId(long number) {
  @Override
  public String toString() {
    return "R" + number;
  }
}
