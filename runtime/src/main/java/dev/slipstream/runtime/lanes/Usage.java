package dev.slipstream.runtime.lanes;

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
      release.run();
    }
  }

  /** Lets nobody begin any more. */
  void close() {
    if (state.getAndAccumulate(CLOSED, (old, closed) -> old | closed) == 0) {
      release.run();
    }
  }
}
