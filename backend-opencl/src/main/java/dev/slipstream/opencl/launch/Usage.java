package dev.slipstream.opencl.launch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who is using something that is to be given back when nobody does any more. Thread-safe; to begin
 * and to end takes no lock, since several threads do so for each small kernel.
 */
final class Usage {
  private static final long CLOSED = 1;
  private static final long USER = 2;

  private final Runnable release;

  /** {@link #USER} for each user, and {@link #CLOSED}. */
  private final AtomicLong state = new AtomicLong();

  private boolean released;

  /**
   * @param release called once, by whoever is the last
   */
  Usage(Runnable release) {
    this.release = release;
  }

  /**
   * Begins to use it.
   *
   * @return false if it is closed; then nothing has begun
   */
  boolean begin() {
    long before = state.get();
    while ((before & CLOSED) == 0) {
      if (state.compareAndSet(before, before + USER)) {
        return true;
      }
      before = state.get();
    }
    return false;
  }

  /** Ends what {@link #begin} has begun. */
  void end() {
    if (state.addAndGet(-USER) == CLOSED) {
      release();
    }
  }

  /** Lets nobody begin any more. */
  void close() {
    if (state.getAndAccumulate(CLOSED, (old, closed) -> old | closed) == 0) {
      release();
    }
  }

  private void release() {
    try {
      release.run();
    } finally {
      synchronized (this) {
        released = true;
        notifyAll();
      }
    }
  }

  /**
   * Waits until it was given back, after it was closed. An interruption ends the wait and stays
   * pending.
   *
   * @return whether it was
   */
  synchronized boolean awaitReleased(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      for (long left = millis; !released && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return released;
  }
}
