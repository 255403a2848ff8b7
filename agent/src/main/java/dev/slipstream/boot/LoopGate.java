package dev.slipstream.boot;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Leaves executions of a loop to the program without any further check, once earlier ones have
 * shown that they belong on the host. An execution that passes costs a few comparisons that the JIT
 * inlines. Thread-safe: a thread that sees an outdated state may decide otherwise about an
 * execution, but its results are the same; executions that several threads begin at the same time
 * may be counted as one. An atomic counter would cost more than all the rest.
 */
public final class LoopGate {
  /**
   * Executions with less work pass without any other comparison. Each comparison that comes to
   * another result than before makes the JIT compile the program's method again.
   */
  private double quick = Double.NEGATIVE_INFINITY;

  /** How much of the work that passes quickly is subtracted from {@link #quick}: all or nothing. */
  private double share;

  private long passedQuickly;
  private long passedFirst;
  private long passedAlways;
  private long passedNext;

  /** What is left of the first work while it does not pass quickly. */
  private double first = Double.NEGATIVE_INFINITY;

  private double always = Double.NEGATIVE_INFINITY;
  private double below = Double.NEGATIVE_INFINITY;
  private double looked = Double.NaN;
  private int left;

  /** Of objects for which the loop was compiled; replaced as a whole. */
  @SuppressWarnings({"rawtypes", "unchecked"})
  private WeakReference<Class<?>>[] classes = new WeakReference[0];

  /**
   * Sets the classes of the objects for which the loop was compiled.
   *
   * @param known in the order of their numbers; must not change any more
   */
  public void of(WeakReference<Class<?>>[] known) {
    classes = known;
  }

  /**
   * Whether an object is of the class for which the loop was compiled. Called by the classes that
   * estimate the work of executions.
   *
   * @param number that of the object
   */
  boolean isOf(@Nullable Object object, int number) {
    return object != null && object.getClass() == classes[number].get();
  }

  /**
   * Lets executions pass until their work adds up to more.
   *
   * @param work in estimated bytecode instructions
   */
  public void first(double work) {
    countQuick();
    share = 1;
    quick = Math.nextUp(work);
  }

  /**
   * Lets all executions pass that have less work.
   *
   * @param work in estimated bytecode instructions
   */
  public void always(double work) {
    always = work;
    passAlwaysQuickly();
  }

  private void passAlwaysQuickly() {
    countQuick();
    if (share > 0) {
      first = quick;
    }
    share = 0;
    quick = always;
  }

  private void countQuick() {
    if (share > 0) {
      passedFirst += passedQuickly;
    } else {
      passedAlways += passedQuickly;
    }
    passedQuickly = 0;
  }

  /**
   * Lets the next executions pass that have less work, or unknown work.
   *
   * @param times how many
   * @param work in estimated bytecode instructions; NaN to let even those pass that otherwise must
   *     not
   */
  public void next(int times, double work) {
    below = work;
    left = times;
  }

  /** Returns the work of the last execution that did not pass; NaN if it was not known. */
  public double looked() {
    return looked;
  }

  /** Returns how many executions have passed because of {@link #first}. */
  public long passedFirst() {
    return passedFirst + (share > 0 ? passedQuickly : 0);
  }

  /** Returns how many executions have passed because of {@link #always}. */
  public long passedAlways() {
    return passedAlways + (share > 0 ? 0 : passedQuickly);
  }

  /** Returns how many executions have passed because of {@link #next}. */
  public long passedNext() {
    return passedNext;
  }

  /**
   * Whether an execution is left to the program.
   *
   * @param work in estimated bytecode instructions; NaN if it is not known, infinite if the
   *     execution must not pass
   */
  boolean passes(double work) {
    return passesQuickly(work) || passesSlowly(work);
  }

  /** Whether an execution passes by the first comparison. */
  boolean passesQuickly(double work) {
    if (work < quick) {
      quick -= share * work;
      passedQuickly++;
      return true;
    }
    return false;
  }

  /** Whether an execution passes that does not pass quickly. */
  boolean passesSlowly(double work) {
    if (work < always) {
      passAlwaysQuickly();
      passedAlways++;
      return true;
    }
    if (share == 0 && work < first) {
      first -= work;
      passedFirst++;
      return true;
    }
    if (left > 0 && !(work >= below)) {
      left--;
      passedNext++;
      return true;
    }
    if (Double.compare(looked, work) != 0) {
      // Threads that enter at the same time would take the memory from each other.
      looked = work;
    }
    return false;
  }

  /**
   * Whether a device may hold elements of an array; for an array of arrays, of its first row.
   * Called by the classes that estimate the work of executions.
   */
  public static boolean mayBeAway(@Nullable Object array) {
    if (array instanceof Object[] rows) {
      return rows.length > 0 && mayBeAway(rows[0]);
    }
    return ArrayKinds.length(array) >= Guards.shortest;
  }
}
