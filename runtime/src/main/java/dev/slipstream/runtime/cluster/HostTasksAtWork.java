package dev.slipstream.runtime.cluster;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Which ranks run host tasks, which may take as long as they like: the others wait for them as long
 * as they say so. Thread-safe.
 */
final class HostTasksAtWork {
  /** So often a rank says it. */
  private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  private final LongSupplier clock;
  private final AtomicInteger running = new AtomicInteger();
  private volatile long said;

  /** When a task has run last, on this rank or another; empty if none ever has. */
  private volatile OptionalLong last = OptionalLong.empty();

  /**
   * @param clock the time in nanoseconds
   */
  HostTasksAtWork(LongSupplier clock) {
    this.clock = clock;
    said = clock.getAsLong() - INTERVAL_NANOS;
  }

  /** A task begins on this rank. */
  void begins() {
    running.incrementAndGet();
  }

  /** It has ended. */
  void ends() {
    hears();
    running.decrementAndGet();
  }

  /** Whether this rank is to say now that it runs one. Called again and again. */
  boolean isToSay() {
    long now = clock.getAsLong();
    if (running.get() == 0 || now - said < INTERVAL_NANOS) {
      return false;
    }
    said = now;
    return true;
  }

  /** Another rank has said it, or a task has ended here. */
  void hears() {
    last = OptionalLong.of(clock.getAsLong());
  }

  /** Whether any rank has run one within a time, as far as it is known here. */
  boolean wereAny(Duration within) {
    OptionalLong known = last;
    return running.get() > 0
        || (known.isPresent() && clock.getAsLong() - known.getAsLong() < within.toNanos());
  }
}
