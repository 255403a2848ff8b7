package dev.slipstream.runtime.membership;

/**
 * The values that the launcher of a run has defined for this process.
 *
 * @param rank this process, from 0 on
 * @param size the number of processes, at least 2
 * @param host the host of rank 0, where the others join
 * @param port the port there
 * @param origin the source of these values, for messages: {@code srun}
 */
public record LaunchedRank(int rank, int size, String host, int port, String origin) {
  /** The maximum number of processes of a run. */
  public static final int MOST = 4096;

  /** The same process in a run of the remaining processes. */
  public LaunchedRank renumbered(int newRank, int newSize) {
    return new LaunchedRank(newRank, newSize, host, port, origin);
  }

  @Override
  public String toString() {
    return "rank " + rank + " of " + size + " (" + origin + ")";
  }
}
