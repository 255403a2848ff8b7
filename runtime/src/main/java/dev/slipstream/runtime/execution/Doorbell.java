package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one thread. Whoever has news makes them visible by a volatile write and then rings; the
 * thread looks once more before it sleeps, so that no news is missed. There is no lock that an
 * error could leave held.
 */
public final class Doorbell {
  private final AtomicReference<@Nullable Thread> sleeper = new AtomicReference<>();

  /** Creates a bell for a thread, which nobody else waits at. */
  public Doorbell() {}

  /** Wakes the thread if it sleeps. From any thread. */
  public void ring() {
    // Only the first that rings pays for waking it up.
    if (sleeper.get() != null) {
      Thread thread = sleeper.getAndSet(null);
      if (thread != null) {
        LockSupport.unpark(thread);
      }
    }
  }

  /** Whether the thread sleeps, or is about to. */
  boolean isWaitedAt() {
    return sleeper.get() != null;
  }

  /**
   * Wakes the thread if it sleeps, for what it may miss. Whoever rings later wakes it up even if an
   * error, as of the stack, comes in between here.
   */
  void nudge() {
    Thread thread = sleeper.get();
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Sleeps until it rings or the time is over, or shorter for no reason. Returns at once if there
   * are news or the thread is interrupted.
   *
   * @param news whether there are news
   * @param nanos how long at most
   */
  public void sleepUnless(BooleanSupplier news, long nanos) {
    sleeper.set(Thread.currentThread());
    try {
      if (!news.getAsBoolean()) {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      sleeper.set(null);
    }
  }

  /**
   * Waits until there are news, first awake, then asleep; interruption changes nothing and stays
   * pending.
   *
   * @param news whether there are news
   */
  public void sleepUntil(BooleanSupplier news) {
    if (SpinThenPark.patiently(news)) {
      return;
    }
    boolean interrupted = false;
    try {
      while (!news.getAsBoolean()) {
        sleepUnless(news, Long.MAX_VALUE);
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
