package dev.slipstream.runtime.execution;

/** Tells how much time has passed. May be asked from any thread. */
@FunctionalInterface
public interface Ticker {
  /** The time of this machine. */
  Ticker SYSTEM = System::nanoTime;

  /**
   * Returns a time that has a meaning only in comparison with others.
   *
   * @return nanoseconds; may be negative, and may run over
   */
  long nanoTime();
}
