package dev.slipstream.boot;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Lets executions of a loop stay with the program before anything is looked at, once the last ones
 * have shown that they belong there. What passes here costs a few comparisons that the JIT inlines.
 * Thread-safe: a thread that sees an earlier state lets an execution pass, or be looked at, that
 * another state would not; its results are the same.
 */
public final class LoopGate {
  private final LongAdder passedAlways = new LongAdder();
  private final LongAdder passedNext = new LongAdder();
  private double always = Double.NEGATIVE_INFINITY;
  private double below = Double.NEGATIVE_INFINITY;
  private double looked = Double.NaN;
  private int left;

  /**
   * Lets all executions of less work pass.
   *
   * @param work in estimated bytecode instructions
   */
  public void always(double work) {
    always = work;
  }

  /**
   * Lets the next executions pass that have less work, or work that is not known before.
   *
   * @param times how many
   * @param work in estimated bytecode instructions
   */
  public void next(int times, double work) {
    below = work;
    left = times;
  }

  /** The work of the last execution that did not pass; NaN if it was not known. */
  public double looked() {
    return looked;
  }

  /** How many executions have passed because of {@link #always}. */
  public long passedAlways() {
    return passedAlways.sum();
  }

  /** How many executions have passed because of {@link #next}. */
  public long passedNext() {
    return passedNext.sum();
  }

  /**
   * Whether an execution is left to the program.
   *
   * @param work in estimated bytecode instructions; NaN if it is not known, infinite if the
   *     execution has to be looked at
   */
  boolean passes(double work) {
    if (work < always) {
      passedAlways.increment();
      return true;
    }
    if (left > 0 && !(work >= below)) {
      left--;
      passedNext.increment();
      return true;
    }
    looked = work;
    return false;
  }

  /**
   * Whether a device may hold something of an array; of an array of arrays, of its first row.
   * Called by the classes that estimate the work of executions.
   */
  public static boolean mayBeAway(@Nullable Object array) {
    if (array instanceof Object[] rows) {
      return rows.length > 0 && mayBeAway(rows[0]);
    }
    return ArrayKinds.length(array) >= Guards.shortest;
  }
}
