package dev.slipstream.runtime.launch;

import dev.slipstream.runtime.execution.Ticker;
import java.util.function.DoubleSupplier;

/**
 * How much of a program's time the preparation of its loops may take. With few cores the program,
 * and the JIT that it needs, wait while a loop is prepared: so that takes no more than a part of
 * the time for which the program has run, besides what it has gained by then. Shared by all loops;
 * thread-safe.
 */
final class PreparationBudget {
  /** In a shorter time two cores gain less than the preparation of loops takes. */
  private static final long SOON_NANOS = 700_000_000;

  /** The part of the program's time. */
  private static final double PART = 0.1;

  /** What may be spent however short the program is. */
  private static final long FREE_NANOS = 100_000_000;

  /**
   * How much longer everything takes: the JIT compiles the code that prepares loops, and the loop's
   * kernel.
   */
  private static final double WITH_JIT = 4;

  private final boolean isLimited;
  private final DoubleSupplier gained;
  private final Ticker ticker;
  private final long began;
  private long spent;
  private boolean isPreparing;

  /**
   * @param isLimited whether the program has few cores
   * @param gained what its loops have gained up to now, in nanoseconds
   */
  PreparationBudget(boolean isLimited, DoubleSupplier gained, Ticker ticker) {
    this.isLimited = isLimited;
    this.gained = gained;
    this.ticker = ticker;
    this.began = ticker.nanoTime();
  }

  /**
   * Whether a loop may be prepared now. If so, {@link #took} has to be called once that is done.
   */
  synchronized boolean begin() {
    if (!isLimited) {
      return true;
    }
    long elapsed = ticker.nanoTime() - began;
    boolean may =
        !isPreparing
            && elapsed >= SOON_NANOS
            && WITH_JIT * spent <= FREE_NANOS + PART * elapsed + gained.getAsDouble();
    isPreparing |= may;
    return may;
  }

  /** A loop was prepared in so many nanoseconds. */
  synchronized void took(long nanos) {
    spent += nanos;
    isPreparing = false;
  }
}
