package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one thread. Another thread makes its news visible by a volatile write and then rings. The
 * woken thread checks for news once more before it sleeps, so that it misses none. There is no lock
 * that an error could leave locked.
 */
public final class Doorbell {
  private final AtomicReference<@Nullable Thread> sleeper = new AtomicReference<>();

  /** Creates a bell at which a single thread waits. */
  public Doorbell() {}

  /** Wakes the thread if it sleeps. Any thread may call this. */
  public void ring() {
    // Only the first ring has to wake it.
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
   * Wakes the thread if it sleeps, in case it has missed something. If an error such as a full
   * stack interrupts this method, a later ring still wakes the thread.
   */
  void nudge() {
    Thread thread = sleeper.get();
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Sleeps until the bell rings or the time is over; may return early without a reason. Returns
   * immediately if there are news or the thread is interrupted.
   *
   * @param news whether there are news
   * @param nanos the longest time, in nanoseconds
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
   * Waits until there are news, first spinning, then asleep. Interruption changes nothing and stays
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
