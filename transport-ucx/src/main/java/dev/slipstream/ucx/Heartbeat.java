package dev.slipstream.ucx;

/**
 * Decides when a peer has been silent for too long. Time during which this process itself was
 * stopped or swapped out does not count as silence of peers. Used by one thread.
 */
final class Heartbeat {
  private static final long LEAST_INTERVAL = 5_000_000;
  private static final long MOST_INTERVAL = 1_000_000_000;

  /** A loop that runs once per interval may be late by two intervals on a loaded machine. */
  private static final int LATE = 3;

  private final long silence;
  private final long interval;
  private long last;

  /**
   * @param timeoutNanos the time within which the loss of a peer must be noticed
   * @param now the time
   */
  Heartbeat(long timeoutNanos, long now) {
    this.interval = Math.max(LEAST_INTERVAL, Math.min(MOST_INTERVAL, timeoutNanos / 10));
    this.silence = Math.max(timeoutNanos - 2 * interval, timeoutNanos / 2);
    this.last = now;
  }

  /** How often each node reports that it is alive, in nanoseconds. */
  long interval() {
    return interval;
  }

  /**
   * Called at least once in each interval.
   *
   * @param now the time
   * @return how long this process was stopped, which must be added to the time of each peer's last
   *     message
   */
  long slept(long now) {
    long passed = now - last;
    last = now;
    return passed > LATE * interval ? passed - interval : 0;
  }

  /** Whether a peer whose last message arrived at a given time is lost. */
  boolean isLost(long received, long now) {
    return now - received > silence;
  }
}
