package dev.slipstream.runtime.graph;

/**
 * Names a host object: something outside of buffers that host tasks change.
 *
 * @param number equal on all nodes, never used again
 */
public record HostObjectId(long number) {
  @Override
  public String toString() {
    return "H" + number;
  }
}
