package dev.slipstream.runtime.lanes;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the users of a resource that is released when it is closed and unused. Thread-safe; {@link
 * #begin} and {@link #end} take no lock, since several threads call them for each small kernel.
 */
final class Usage {
  private static final long CLOSED = 1;
  private static final long USER = 2;

  private final Runnable release;

  /** The number of users times {@link #USER}, plus {@link #CLOSED} if it is closed. */
  private final AtomicLong state = new AtomicLong();

  /**
   * @param release called once, by the last user
   */
  Usage(Runnable release) {
    this.release = release;
  }

  /**
   * Begins to use the resource.
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

  /** Prevents further use. */
  void close() {
    if (state.getAndAccumulate(CLOSED, (old, closed) -> old | closed) == 0) {
      release.run();
    }
  }
}
