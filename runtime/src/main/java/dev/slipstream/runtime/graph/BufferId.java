package dev.slipstream.runtime.graph;

/**
 * Names a buffer: the elements of one primitive array.
 *
 * @param number equal on all nodes, never used again
 */
public record BufferId(long number) {
  @Override
  public String toString() {
    return "B" + number;
  }
}
