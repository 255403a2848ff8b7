package dev.slipstream.runtime.launch;

/**
 * What earlier starts of a program have learnt about a loop. Times are in nanoseconds, work is in
 * estimated instructions, and an order of magnitude is one between two powers of two.
 *
 * @param pause before what time since its start the program should not prepare the loop, since that
 *     has taken longer than it gained; 0 if it has paid, or may have
 * @param magnitude the order of magnitude of the work that took longest on all cores
 * @param runs how many executions of that work all cores have run
 * @param nanos how long they took
 * @param hostRuns how many executions of that work were measured on the host
 * @param hostNanos how long they took
 * @param hostCost the shortest time of these for an instruction
 * @param isHostKnown whether the JIT had compiled the kernel by then
 * @param measured when they were measured, in milliseconds since 1970
 */
public record LoopExperience(
    long pause,
    int magnitude,
    int runs,
    double nanos,
    int hostRuns,
    double hostNanos,
    double hostCost,
    boolean isHostKnown,
    long measured) {

  /** Later, the machine may be another one in effect. */
  private static final long MOST_MILLIS = 24L * 60 * 60 * 1000;

  /** Nothing. */
  static final LoopExperience NONE = without(0);

  /** No times, for a loop that no cores have run. */
  static LoopExperience without(long pause) {
    return new LoopExperience(pause, 0, 0, 0, 0, 0, 0, false, 0);
  }

  /** Returns the same with another pause. */
  LoopExperience withPause(long other) {
    return new LoopExperience(
        other, magnitude, runs, nanos, hostRuns, hostNanos, hostCost, isHostKnown, measured);
  }

  /** Whether this is worth keeping instead of something earlier. */
  boolean differsFrom(LoopExperience before) {
    return mayPay() != before.mayPay() || !before.isHostKnown || hostRuns != before.hostRuns;
  }

  /** Whether the loop has paid for its preparation, or may have. */
  boolean mayPay() {
    return pause == 0;
  }

  /** Returns the same, without times on the host that are outdated. */
  public LoopExperience at(long millis) {
    return Math.abs(millis - measured) <= MOST_MILLIS
        ? this
        : new LoopExperience(pause, magnitude, runs, nanos, 0, 0, 0, false, 0);
  }
}
