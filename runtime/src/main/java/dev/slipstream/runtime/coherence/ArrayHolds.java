package dev.slipstream.runtime.coherence;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The arrays that code without guards has in its hands at this moment: methods of the JDK that wait
 * or call the program, and native methods, which may use any array. Loops that use such an array
 * end before the program goes on. Thread-safe; takes no lock of others.
 *
 * <p>Who holds an array registers it here and looks then whether a loop has it; who submits a loop
 * marks its arrays and looks here then. So one of both sees the other.
 */
final class ArrayHolds {
  private static final int STRIPES = 64;

  /** So many longs lie in two lines of a cache, which are often fetched together. */
  private static final int APART = 16;

  private static final int FIRST_CAPACITY = 4;

  private final Stripe[] stripes = new Stripe[STRIPES];

  /** How often any array is held, in a cell of the thread's. */
  private final AtomicLongArray ofAll = new AtomicLongArray(STRIPES * APART);

  ArrayHolds() {
    for (int s = 0; s < STRIPES; s++) {
      stripes[s] = new Stripe();
    }
  }

  /** Arrays with similar hashes; one that is held twice occurs twice. */
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

  /** From now on until {@link #letGo} code has an array, which must not be one of arrays. */
  void hold(Object array) {
    stripe(array).add(array);
  }

  /** One of those who hold an array lets it go. */
  void letGo(Object array) {
    stripe(array).remove(array);
  }

  /** From now on until the calling thread says {@link #letGoOfAll} code may use any array. */
  void holdAll() {
    ofAll.getAndIncrement(cell());
  }

  /** The code has ended. */
  void letGoOfAll() {
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

  /** Whether somebody holds one of some arrays, where all are not held anyway. */
  boolean isAnyHeld(@Nullable Object[] leaves) {
    for (Object leaf : leaves) {
      if (leaf != null && stripe(leaf).has(leaf)) {
        return true;
      }
    }
    return false;
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
