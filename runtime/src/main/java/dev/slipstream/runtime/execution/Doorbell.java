package dev.slipstream.runtime.execution;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one thread. Whoever has news makes them visible by a volatile write and then rings; the
 * thread looks once more before it sleeps, so that no news is missed. There is no lock that an
 * error could leave held.
 */
final class Doorbell {
  private volatile @Nullable Thread sleeper;

  /** Wakes the thread if it sleeps. From any thread. */
  void ring() {
    Thread thread = sleeper;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Sleeps until it rings or the time is over, or shorter for no reason. Returns at once if there
   * are news or the thread is interrupted.
   */
  void sleepUnless(BooleanSupplier news, long nanos) {
    sleeper = Thread.currentThread();
    try {
      if (!news.getAsBoolean()) {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      sleeper = null;
    }
  }

  /** Sleeps until there are news; interruption changes nothing and stays pending. */
  void sleepUntil(BooleanSupplier news) {
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
