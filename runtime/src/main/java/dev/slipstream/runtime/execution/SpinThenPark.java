package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * How long a thread looks for news before it sleeps. Falling asleep and waking up take longer than
 * many a wait, so a thread whose last wait was short stays awake for as long as such a wait may
 * take, and one whose last wait was long soon gives up. Each thread has its own; only one at a time
 * looks out for several milliseconds.
 */
public final class SpinThenPark {
  private static final long BRIEF_NANOS = 50_000;
  private static final long LONG_NANOS = 250_000;

  private static final long LONGEST_NANOS = 5_000_000;
  private static final long COLD_NANOS = 1_000_000;

  /** With fewer processors somebody else needs the one on which a thread would look out. */
  private static final int PROCESSORS_TO_SPARE = 6;

  private static final boolean SPARE =
      Runtime.getRuntime().availableProcessors() >= PROCESSORS_TO_SPARE;

  /** Until when a thread looks out for longer than all others, in nanoseconds; 0 if none does. */
  private static final AtomicLong LONGEST = new AtomicLong();

  private long lastWait = Long.MAX_VALUE;

  /** Creates one for a thread that has not waited yet. */
  public SpinThenPark() {}

  /** Whether the machine has processors to spare for threads that look out. */
  static boolean hasProcessors() {
    return SPARE;
  }

  /**
   * Looks for news for some microseconds, if the machine has processors to spare.
   *
   * @param news whether there are news
   * @return whether there were
   */
  public static boolean briefly(BooleanSupplier news) {
    return look(news, BRIEF_NANOS);
  }

  /**
   * Looks for news for as long as is worth it where the thread has nothing else to do and others
   * hasten to wake it, if the machine has processors to spare.
   *
   * @param news whether there are news
   * @return whether there were
   */
  static boolean patiently(BooleanSupplier news) {
    return look(news, LONG_NANOS);
  }

  /**
   * Looks for news that will come in some time, if that is not long: a thread that sleeps for a
   * millisecond finds its processor's caches cold, and is ten times as slow for a while. One thread
   * at a time does so, others look as {@link #patiently}.
   *
   * @param news whether there are news
   * @param nanos when they will come; 0 if nobody knows
   * @return whether there were
   */
  static boolean through(BooleanSupplier news, long nanos) {
    if (!SPARE || nanos > LONGEST_NANOS || nanos == 0) {
      return patiently(news);
    }
    long now = System.nanoTime();
    long taken = LONGEST.get();
    // Who looks out for it may have ended with an error of the stack.
    if ((taken != 0 && taken - now > 0) || !LONGEST.compareAndSet(taken, now + 2 * LONGEST_NANOS)) {
      return patiently(news);
    }
    try {
      return look(news, nanos + LONG_NANOS);
    } finally {
      LONGEST.set(0);
    }
  }

  static boolean look(BooleanSupplier news, long nanos) {
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

  /** Whether the last wait was so short that it was worth staying awake, if that is possible. */
  boolean wasShort() {
    return SPARE && lastWait <= LONG_NANOS;
  }

  /** Whether the last wait was so long that what the thread needs next is in no cache any more. */
  boolean wasCold() {
    return lastWait > COLD_NANOS;
  }

  /** Notes how long a wait has taken, from the first look to the news. */
  void waited(long nanos) {
    lastWait = nanos;
  }

  /**
   * Waits for news, first awake, then asleep, or shorter for no reason.
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
    if (!look(news, wasShort() ? LONG_NANOS : BRIEF_NANOS)) {
      bell.sleepUnless(news, Long.MAX_VALUE);
    }
    waited(System.nanoTime() - began);
  }
}
