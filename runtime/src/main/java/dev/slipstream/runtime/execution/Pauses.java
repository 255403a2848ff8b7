package dev.slipstream.runtime.execution;

/**
 * Tells calls that follow a pause from those that follow each other closely. Thread-safe; if two
 * threads call at the same time, both may have followed the pause.
 */
public final class Pauses {
  private final long leastNanos;
  private final Ticker ticker;
  private volatile long last;

  /** A pause is what threads that wait for jobs do not spin through. */
  public Pauses() {
    this(SpinThenPark.LONG_NANOS, Ticker.SYSTEM);
  }

  /**
   * @param leastNanos what counts as a pause
   */
  Pauses(long leastNanos, Ticker ticker) {
    this.leastNanos = leastNanos;
    this.ticker = ticker;
    last = ticker.nanoTime() - leastNanos;
  }

  /** Whether this call follows a pause; true for the first one. */
  public boolean isOver() {
    long now = ticker.nanoTime();
    boolean isLong = now - last >= leastNanos;
    last = now;
    return isLong;
  }
}
