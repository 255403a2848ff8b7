package dev.slipstream.runtime.cluster;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Tracks which ranks run host tasks. These may take any time, and the others wait for them as long
 * as their ranks report that they run. Thread-safe.
 */
final class HostTasksAtWork {
  /** The interval of the reports. */
  private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  private final LongSupplier clock;
  private final AtomicInteger running = new AtomicInteger();
  private volatile long said;

  /** When a task last ran, on this rank or another; empty if none ever has. */
  private volatile OptionalLong last = OptionalLong.empty();

  /**
   * @param clock the time in nanoseconds
   */
  HostTasksAtWork(LongSupplier clock) {
    this.clock = clock;
    said = clock.getAsLong() - INTERVAL_NANOS;
  }

  /** Notes that a task begins on this rank. */
  void begins() {
    running.incrementAndGet();
  }

  /** Notes that it has ended. */
  void ends() {
    noteProgress();
    running.decrementAndGet();
  }

  /** Whether this rank has to report now that it runs a task. Called repeatedly. */
  boolean isToSay() {
    long now = clock.getAsLong();
    if (running.get() == 0 || now - said < INTERVAL_NANOS) {
      return false;
    }
    said = now;
    return true;
  }

  /** Notes that another rank has reported a task, or that a task has ended here. */
  void noteProgress() {
    last = OptionalLong.of(clock.getAsLong());
  }

  /** Whether any rank is known to have run a task within a time. */
  boolean wereAny(Duration within) {
    OptionalLong known = last;
    return running.get() > 0
        || (known.isPresent() && clock.getAsLong() - known.getAsLong() < within.toNanos());
  }
}
