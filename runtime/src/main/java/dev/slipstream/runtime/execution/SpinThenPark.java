package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Decides how long a thread spins before it sleeps. To fall asleep and wake up takes longer than
 * many waits. So a thread whose last wait was short spins for as long as such a wait may take, and
 * one whose last wait was long soon sleeps. Each thread has its own object; only one thread at a
 * time spins for several milliseconds.
 */
public final class SpinThenPark {
  private static final long BRIEF_NANOS = 50_000;

  /** For how long a thread spins that is about to be woken, or has been woken shortly before. */
  static final long LONG_NANOS = 250_000;

  private static final long LONGEST_NANOS = 5_000_000;
  private static final long COLD_NANOS = 1_000_000;

  /** With fewer processors other threads need the one on which this thread would spin. */
  private static final int PROCESSORS_TO_SPARE = 6;

  private static final boolean SPARE =
      Runtime.getRuntime().availableProcessors() >= PROCESSORS_TO_SPARE;

  /** Until when one thread may spin for longer than all others, in nanoseconds; 0 if none does. */
  private static final AtomicLong LONGEST = new AtomicLong();

  private long lastWait = Long.MAX_VALUE;

  /** Creates an object for a thread that has not waited yet. */
  public SpinThenPark() {}

  /** Whether the machine has processors to spare for threads that spin. */
  static boolean hasProcessors() {
    return SPARE;
  }

  /**
   * Spins for some microseconds, if the machine has processors to spare.
   *
   * @param news whether there are news
   * @return whether there were news
   */
  public static boolean briefly(BooleanSupplier news) {
    return spin(news, BRIEF_NANOS);
  }

  /**
   * Spins for as long as is useful for a thread that has nothing else to do and is about to be
   * woken, if the machine has processors to spare.
   *
   * @param news whether there are news
   * @return whether there were news
   */
  static boolean patiently(BooleanSupplier news) {
    return spin(news, LONG_NANOS);
  }

  /**
   * Spins until news that are expected at some time, if that is soon. A thread that sleeps for a
   * millisecond finds the caches of its processor cold, and is ten times as slow for a while. One
   * thread at a time does this; others spin like {@link #patiently}.
   *
   * @param news whether there are news
   * @param nanos when they are expected; 0 if unknown
   * @return whether there were news
   */
  static boolean through(BooleanSupplier news, long nanos) {
    if (!SPARE || nanos > LONGEST_NANOS || nanos == 0) {
      return patiently(news);
    }
    long now = System.nanoTime();
    long taken = LONGEST.get();
    // The thread that spins for long may have ended with a full stack without a reset.
    if ((taken != 0 && taken - now > 0) || !LONGEST.compareAndSet(taken, now + 2 * LONGEST_NANOS)) {
      return patiently(news);
    }
    try {
      return spin(news, nanos + LONG_NANOS);
    } finally {
      LONGEST.set(0);
    }
  }

  static boolean spin(BooleanSupplier news, long nanos) {
    if (!SPARE) {
      return news.getAsBoolean();
    }
    long began = System.nanoTime();
    do {
      if (news.getAsBoolean()) {
        return true;
      }
      Thread.onSpinWait();
    } while (System.nanoTime() - began < nanos);
    return false;
  }

  /** Whether the last wait was so short that spinning was useful, and the machine allows it. */
  boolean wasShort() {
    return SPARE && lastWait <= LONG_NANOS;
  }

  /** Whether the last wait was so long that no cache contains what the thread needs next. */
  boolean wasCold() {
    return lastWait > COLD_NANOS;
  }

  /** Notes how long a wait has taken, from the first check to the news. */
  void waited(long nanos) {
    lastWait = nanos;
  }

  /**
   * Waits for news, first spinning, then asleep; may return early without a reason.
   *
   * @param news whether there are news
   * @param bell is rung for them
   */
  public void await(BooleanSupplier news, Doorbell bell) {
    if (!SPARE) {
      bell.sleepUnless(news, Long.MAX_VALUE);
      return;
    }
    long began = System.nanoTime();
    if (!spin(news, wasShort() ? LONG_NANOS : BRIEF_NANOS)) {
      bell.sleepUnless(news, Long.MAX_VALUE);
    }
    waited(System.nanoTime() - began);
  }
}
