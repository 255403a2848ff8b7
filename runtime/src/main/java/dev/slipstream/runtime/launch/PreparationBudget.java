package dev.slipstream.runtime.launch;

import dev.slipstream.runtime.execution.Ticker;
import java.util.OptionalLong;

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

  /** How much longer than an earlier start a program runs in which its loops may pay. */
  private static final int LONGER = 2;

  private final boolean isLimited;
  private final ProgramLoss loss;
  private final Ticker ticker;
  private final long began;
  private long spent;
  private int preparing;

  /**
   * @param isLimited whether the program has few cores
   * @param loss what its loops have gained up to now
   */
  PreparationBudget(boolean isLimited, ProgramLoss loss, Ticker ticker) {
    this.isLimited = isLimited;
    this.loss = loss;
    this.ticker = ticker;
    this.began = ticker.nanoTime();
  }

  /** Whether the program has few cores. */
  boolean isLimited() {
    return isLimited;
  }

  /** For how long the program has run, in nanoseconds. */
  long elapsed() {
    return ticker.nanoTime() - began;
  }

  /**
   * Whether a loop may be prepared now. If so, {@link #took} has to be called once that is done.
   *
   * @param pause before what time it may not, in nanoseconds
   */
  synchronized boolean begin(long pause) {
    long elapsed = elapsed();
    boolean may =
        !isLimited
            || (preparing == 0
                && elapsed >= Math.max(SOON_NANOS, pause)
                && WITH_JIT * spent <= FREE_NANOS + PART * elapsed + loss.gained());
    preparing += may ? 1 : 0;
    return may;
  }

  /** A loop that has paid before is prepared now; as {@link #begin}. */
  synchronized boolean beginImmediately() {
    preparing++;
    return true;
  }

  /** A loop was prepared in so many nanoseconds. */
  synchronized void took(long nanos) {
    spent += nanos;
    preparing--;
  }

  /** An execution has waited so many nanoseconds until its loop was prepared. */
  synchronized void waited(long nanos) {
    spent += nanos;
  }

  /**
   * Before what time the next start should prepare no loop, in nanoseconds; 0 if this one has
   * gained what it spent; empty if it has shown neither.
   */
  synchronized OptionalLong forNextStart() {
    if (!isLimited || (spent == 0 && preparing == 0)) {
      return OptionalLong.empty();
    }
    boolean hasPaid = spent > 0 && WITH_JIT * spent <= loss.mostGained();
    return OptionalLong.of(hasPaid ? 0 : pauseOfNextStart());
  }

  /** Before what time the next start should not prepare what this one has gained nothing with. */
  long pauseOfNextStart() {
    return LONGER * elapsed();
  }
}
