package dev.slipstream.runtime.graph;

/**
 * Identifies a buffer.
 *
 * @param number equal on all nodes, never used again
 */
public record BufferId(long number) {
  @Override
  public String toString() {
    return "B" + number;
  }
}
