package dev.slipstream.runtime.membership;

/**
 * What the launcher of a run has said about this process.
 *
 * @param rank this process, from 0 on
 * @param size how many processes there are, at least 2
 * @param host the host of rank 0, where the others join
 * @param port the port there
 * @param origin where that was said, for messages: {@code srun}
 */
public record LaunchedRank(int rank, int size, String host, int port, String origin) {
  /** The most processes of a run. */
  public static final int MOST = 4096;

  /** The same process in what is left of the run. */
  public LaunchedRank renumbered(int newRank, int newSize) {
    return new LaunchedRank(newRank, newSize, host, port, origin);
  }

  @Override
  public String toString() {
    return "rank " + rank + " of " + size + " (" + origin + ")";
  }
}
