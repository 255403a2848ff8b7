package dev.slipstream.runtime.execution;

/**
 * How long it takes until something comes that comes again and again. Whoever waits for it stays
 * awake if that is short, or sleeps for the most part of it and then looks out (hybrid polling): to
 * be woken takes longer than to look. Thread-safe.
 */
public final class WaitEstimate {
  private static final long LEAST_MARGIN_NANOS = 200_000;
  private static final long LARGEST_MARGIN_NANOS = 800_000;

  /** The margin is at least this part of the time. */
  private static final long PART = 20;

  private volatile long last;

  /** Nothing has come yet. */
  public WaitEstimate() {}

  /** Notes how long it has taken. */
  void took(long nanos) {
    last = nanos;
  }

  /** How long it took the last time; 0 if nobody knows. */
  long time() {
    return last;
  }

  /** How long after its beginning a wait is no more worth sleeping through; 0 if nobody knows. */
  long sleeps() {
    return Math.max(0, last - margin());
  }

  /** How long before and after the end that is expected somebody looks out. */
  long margin() {
    return Math.min(LARGEST_MARGIN_NANOS, Math.max(LEAST_MARGIN_NANOS, last / PART));
  }
}
