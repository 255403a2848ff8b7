package dev.slipstream.runtime.coherence;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The arrays that code without guards may use at this moment: methods of the JDK that wait or call
 * the program, and native methods, which may use any array. A loop that uses such an array ends
 * before the program goes on. Thread-safe; takes no lock of other classes.
 *
 * <p>Code that holds an array first registers it here and then checks whether a loop uses it. Code
 * that submits a loop first marks its arrays and then checks here. So at least one of the two sees
 * the other.
 */
final class ArrayHolds {
  private static final int STRIPES = 64;

  /** The distance between two cells: two cache lines, since CPUs often fetch lines in pairs. */
  private static final int APART = 16;

  private static final int FIRST_CAPACITY = 4;

  private final Stripe[] stripes = new Stripe[STRIPES];

  /** How many threads hold all arrays; each thread counts in its own cell. */
  private final AtomicLongArray ofAll = new AtomicLongArray(STRIPES * APART);

  ArrayHolds() {
    for (int s = 0; s < STRIPES; s++) {
      stripes[s] = new Stripe();
    }
  }

  /** The held arrays with similar hashes; an array that is held twice occurs twice. */
  private static final class Stripe {
    private @Nullable Object[] arrays = new Object[FIRST_CAPACITY];
    private volatile int count;

    synchronized void add(Object array) {
      int end = count;
      if (end == arrays.length) {
        arrays = Arrays.copyOf(arrays, 2 * end);
      }
      arrays[end] = array;
      count = end + 1;
    }

    synchronized void remove(Object array) {
      int last = count - 1;
      for (int i = last; i >= 0; i--) {
        if (arrays[i] == array) {
          arrays[i] = arrays[last];
          arrays[last] = null;
          count = last;
          return;
        }
      }
    }

    boolean has(Object array) {
      return count > 0 && find(array);
    }

    private synchronized boolean find(Object array) {
      for (int i = 0; i < count; i++) {
        if (arrays[i] == array) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Registers that code holds an array until {@link #release}. It must not be an array of arrays.
   */
  void hold(Object array) {
    stripe(array).add(array);
  }

  /** Removes one registration of an array. */
  void release(Object array) {
    stripe(array).remove(array);
  }

  /** Registers that code may use any array until the calling thread calls {@link #releaseAll}. */
  void holdAll() {
    ofAll.getAndIncrement(cell());
  }

  /** Removes the registration of the calling thread. */
  void releaseAll() {
    ofAll.getAndDecrement(cell());
  }

  /** Whether code may use any array now. */
  boolean areAllHeld() {
    for (int s = 0; s < STRIPES; s++) {
      if (ofAll.get(s * APART) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether code holds one of these arrays; does not include {@link #areAllHeld}. */
  boolean isAnyHeld(@Nullable Object[] leaves) {
    if (leaves.length > STRIPES && isNoneHeld()) {
      return false;
    }
    for (Object leaf : leaves) {
      if (leaf != null && stripe(leaf).has(leaf)) {
        return true;
      }
    }
    return false;
  }

  private boolean isNoneHeld() {
    for (Stripe stripe : stripes) {
      if (stripe.count > 0) {
        return false;
      }
    }
    return true;
  }

  private Stripe stripe(Object array) {
    return stripes[spread(array)];
  }

  private static int cell() {
    return spread(Thread.currentThread()) * APART;
  }

  private static int spread(Object object) {
    int hash = System.identityHashCode(object);
    return (hash ^ (hash >>> 12)) & (STRIPES - 1);
  }
}
