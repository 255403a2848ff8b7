package dev.slipstream.ucx;

/**
 * Decides when a peer has been silent for too long. What this process itself has slept through
 * (stopped, swapped out) is not the peers' silence. Belongs to one thread.
 */
final class Heartbeat {
  private static final long LEAST_INTERVAL = 5_000_000;
  private static final long MOST_INTERVAL = 1_000_000_000;

  /** A loop that is due in one interval may be late by two of them on a loaded machine. */
  private static final int LATE = 3;

  private final long silence;
  private final long interval;
  private long last;

  /**
   * @param timeoutNanos within which the loss of a peer is to be noticed
   * @param now the time
   */
  Heartbeat(long timeoutNanos, long now) {
    this.interval = Math.max(LEAST_INTERVAL, Math.min(MOST_INTERVAL, timeoutNanos / 10));
    this.silence = Math.max(timeoutNanos - 2 * interval, timeoutNanos / 2);
    this.last = now;
  }

  /** How often each node says that it is there, in nanoseconds. */
  long interval() {
    return interval;
  }

  /**
   * Is called at least once in each interval.
   *
   * @param now the time
   * @return how long this process has slept, by which all that was heard is younger
   */
  long slept(long now) {
    long passed = now - last;
    last = now;
    return passed > LATE * interval ? passed - interval : 0;
  }

  /** Whether a peer that was heard last then is lost. */
  boolean isLost(long heard, long now) {
    return now - heard > silence;
  }
}
