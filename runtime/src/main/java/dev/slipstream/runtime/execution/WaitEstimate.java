package dev.slipstream.runtime.execution;

/**
 * Estimates how long a recurring wait takes. A thread that waits spins if the time is short;
 * otherwise it sleeps for most of the time and then spins (hybrid polling), because waking up takes
 * longer than a check. Thread-safe.
 */
public final class WaitEstimate {
  private static final long LEAST_MARGIN_NANOS = 200_000;
  private static final long LARGEST_MARGIN_NANOS = 800_000;

  /** The margin is at least one part in this many of the time. */
  private static final long PART = 20;

  private volatile long last;

  /** Creates an estimate before the first wait. */
  public WaitEstimate() {}

  /** Notes how long a wait has taken. */
  void took(long nanos) {
    last = nanos;
  }

  /** How long the last wait took; 0 if unknown. */
  long time() {
    return last;
  }

  /** How long a waiting thread should sleep before it spins; 0 if unknown. */
  long sleeps() {
    return Math.max(0, last - margin());
  }

  /** How long before and after the expected end a thread spins. */
  long margin() {
    return Math.min(LARGEST_MARGIN_NANOS, Math.max(LEAST_MARGIN_NANOS, last / PART));
  }
}
