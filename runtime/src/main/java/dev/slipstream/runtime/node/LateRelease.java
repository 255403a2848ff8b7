package dev.slipstream.runtime.node;

import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts loops that have been held back for too long until more is submitted: a program may do
 * something else for minutes before it submits another loop or accesses an array. Thread-safe.
 */
final class LateRelease {
  /**
   * Long enough to compile the loops of a time step when the program reaches each of them for the
   * first time.
   */
  private static final long MOST_NANOS = 100_000_000;

  private final HostArrays arrays;
  private final AtomicBoolean isDue = new AtomicBoolean();

  LateRelease(HostArrays arrays) {
    this.arrays = arrays;
  }

  /** Something is held back. A thread that ends each time costs no more than one that is woken. */
  void soon() {
    if (isDue.compareAndSet(false, true)) {
      RuntimeThreads.named("slipstream-release", this::release).start();
    }
  }

  private void release() {
    long end = System.nanoTime() + MOST_NANOS;
    for (long left = MOST_NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      Thread.interrupted();
    }
    isDue.set(false);
    try {
      arrays.coherence().flush();
    } catch (RuntimeException | Error problem) {
      // The stream has recorded the failure and reports it when the program accesses an array.
      System.getLogger(LateRelease.class.getName())
          .log(System.Logger.Level.DEBUG, "releasing loops that were held back", problem);
    }
  }
}
