package dev.slipstream.runtime.execution;

/** A clock that measures how much time has passed. Thread-safe. */
@FunctionalInterface
public interface Ticker {
  /** The clock of this machine. */
  Ticker SYSTEM = System::nanoTime;

  /**
   * Returns a time that is only meaningful in comparison with others.
   *
   * @return nanoseconds; may be negative, and may overflow
   */
  long nanoTime();
}
