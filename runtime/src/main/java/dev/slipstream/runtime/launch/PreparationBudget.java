package dev.slipstream.runtime.launch;

import dev.slipstream.runtime.execution.Ticker;
import java.util.OptionalLong;

/**
 * How much of a program's time the preparation of its loops may take. With few cores the program,
 * and the JIT that it needs, wait while a loop is prepared: so that takes no more than a part of
 * the time for which the program has run, besides what it has gained by then. Where an earlier
 * start has gained less than it spent, nothing is prepared before the program has run for twice
 * that start's time. Shared by all loops; thread-safe.
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

  /**
   * An execution certainly takes longer than the pause if its work, in estimated instructions, is
   * so many times the pause's nanoseconds: a core executes up to four, and the work may be
   * overestimated.
   */
  private static final double WORK_PER_NANO = 16;

  private final boolean isLimited;
  private final long pause;
  private final ProgramLoss loss;
  private final Ticker ticker;
  private final long began;
  private long spent;
  private boolean isPreparing;

  /**
   * @param isLimited whether the program has few cores
   * @param pause what an earlier start's {@link #forNextStart} was, in nanoseconds; 0 if there is
   *     none
   * @param loss what its loops have gained up to now
   */
  PreparationBudget(boolean isLimited, long pause, ProgramLoss loss, Ticker ticker) {
    this.isLimited = isLimited;
    this.pause = isLimited ? pause : 0;
    this.loss = loss;
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
            && elapsed >= Math.max(SOON_NANOS, pause)
            && WITH_JIT * spent <= FREE_NANOS + PART * elapsed + loss.gained();
    isPreparing |= may;
    return may;
  }

  /** A loop was prepared in so many nanoseconds. */
  synchronized void took(long nanos) {
    spent += nanos;
    isPreparing = false;
  }

  /** An execution has waited so many nanoseconds until its loop was prepared. */
  synchronized void waited(long nanos) {
    spent += nanos;
  }

  /** Whether an earlier start has shown that it is too early to wait for a loop. */
  boolean isPausing() {
    return pause > 0 && ticker.nanoTime() - began < pause;
  }

  /** The work of an execution that is worth its wait even so. */
  double workThatWaits() {
    return WORK_PER_NANO * pause;
  }

  /**
   * Before what time the next start should prepare no loop, in nanoseconds; 0 if this one has
   * gained what it spent; empty if it has shown neither.
   */
  synchronized OptionalLong forNextStart() {
    if (!isLimited || (spent == 0 && !isPreparing)) {
      return OptionalLong.empty();
    }
    boolean hasPaid = spent > 0 && WITH_JIT * spent <= loss.mostGained();
    return OptionalLong.of(hasPaid ? 0 : LONGER * (ticker.nanoTime() - began));
  }
}
