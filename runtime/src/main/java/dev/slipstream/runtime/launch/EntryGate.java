package dev.slipstream.runtime.launch;

/**
 * A check in front of a loop that leaves executions to the program before they are submitted,
 * unless a device may hold something of their arrays. An execution that stays with the program
 * passes the gate. Work is counted in estimated bytecode instructions. Thread-safe.
 */
public interface EntryGate {
  /** For {@link #next}: all executions pass, even if devices may hold something of their arrays. */
  double ANY_WORK = Double.NaN;

  /** The gate of call sites that submit each execution. */
  EntryGate NONE =
      new EntryGate() {
        @Override
        public void first(double work) {
          // All executions are submitted.
        }

        @Override
        public void always(double work) {
          // All executions are submitted.
        }

        @Override
        public void next(int times, double work) {
          // All executions are submitted.
        }

        @Override
        public double looked() {
          return Double.NaN;
        }

        @Override
        public long passedFirst() {
          return 0;
        }

        @Override
        public long passedAlways() {
          return 0;
        }

        @Override
        public long passedNext() {
          return 0;
        }
      };

  /** Whether even executions that would pass are planned, for the report. */
  default boolean plansFirst() {
    return false;
  }

  /** Lets executions pass as long as their work adds up to no more than this. */
  void first(double work);

  /** Lets all executions with less than this work pass. */
  void always(double work);

  /**
   * Lets the next executions pass that have less than this work, or whose work is not known
   * beforehand.
   *
   * @param times how many; 0 for none
   */
  void next(int times, double work);

  /**
   * The work of the last execution that did not pass; NaN if unknown, infinite if devices may hold
   * something of its arrays.
   */
  double looked();

  /** How many have passed because of {@link #first}. */
  long passedFirst();

  /** How many have passed because of {@link #always}. */
  long passedAlways();

  /** How many have passed because of {@link #next}. */
  long passedNext();
}
