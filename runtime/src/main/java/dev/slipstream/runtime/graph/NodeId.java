package dev.slipstream.runtime.graph;

/**
 * Identifies a node of the cluster: one process.
 *
 * @param rank 0 to the number of nodes - 1
 */
public record NodeId(int rank) implements Comparable<NodeId> {
  /**
   * Checks the rank.
   *
   * @throws IllegalArgumentException if the rank is negative
   */
  public NodeId {
    if (rank < 0) {
      throw new IllegalArgumentException("a rank is not negative: " + rank);
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return Integer.compare(rank, other.rank);
  }

  @Override
  public String toString() {
    return "N" + rank;
  }
}
