package dev.slipstream.runtime.launch;

/**
 * Stands in front of a loop and leaves executions to the program before they are submitted, unless
 * a device may hold something of their arrays. Work is counted in estimated bytecode instructions.
 * Thread-safe.
 */
public interface EntryGate {
  /** Of call sites that submit each execution. */
  EntryGate NONE =
      new EntryGate() {
        @Override
        public void always(double work) {
          // Nothing passes.
        }

        @Override
        public void next(int times, double work) {
          // Nothing passes.
        }

        @Override
        public double looked() {
          return Double.NaN;
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

  /** Lets all executions of less work pass. */
  void always(double work);

  /**
   * Lets the next executions pass that have less work, or work that is not known before.
   *
   * @param times how many; 0 for none any more
   */
  void next(int times, double work);

  /** The work of the last execution that did not pass; NaN if it was not known. */
  double looked();

  /** How many have passed because of {@link #always}. */
  long passedAlways();

  /** How many have passed because of {@link #next}. */
  long passedNext();
}
