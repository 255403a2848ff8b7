package dev.slipstream.boot;

import java.lang.reflect.Array;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented classes call around the places where they use elements of arrays; the
 * compiler's {@code GuardCalls} says when. Arrays that are too short to have anything on a device
 * are sorted out here, by a comparison that the JIT inlines. Thread-safe.
 */
public final class Guards {
  /** The callee reads elements before it returns. */
  private static final int READS = 1;

  /** The callee may use the array at any time from now on. */
  private static final int KEEPS = 4;

  /** The callee reads the elements of all arrays that can be reached through this one. */
  private static final int READS_ALL_LEAVES = 5;

  private static final int NONE = Integer.MAX_VALUE;

  /**
   * No array that has anything on a device is shorter. Plain on purpose: who uses an element that a
   * loop has used is ordered behind the loop's submission by the program's own synchronisation, and
   * between two such points the JIT need look here only once.
   */
  @SuppressWarnings("NonFinalStaticField") // A final one could not change.
  public static int shortest = NONE;

  /**
   * The same, for those who have written elements: another thread, with which this one shares an
   * array but no element of it, may have submitted a loop meanwhile.
   */
  @SuppressWarnings("NonFinalStaticField") // As above.
  public static volatile int latest = NONE;

  private static final AtomicReference<@Nullable ArrayGuard> GUARD = new AtomicReference<>();

  private Guards() {}

  /**
   * Sends what guards find to a receiver from now on.
   *
   * @return false if there is another one already; then nothing changes
   */
  public static boolean install(ArrayGuard guard) {
    return GUARD.compareAndSet(null, guard);
  }

  /**
   * Sets the length of the shortest array that has anything on a device. Where a loop lowers it,
   * this is called before the loop's submission returns.
   *
   * @param length in elements; {@code Integer.MAX_VALUE} if nothing is on a device
   */
  public static void shortest(int length) {
    shortest = length;
    latest = length;
  }

  /** Elements are about to be read. */
  public static void read(@Nullable Object array) {
    if (array != null && reaches(array, shortest)) {
      ArrayGuard guard = GUARD.get();
      if (guard != null) {
        guard.reads(array);
      }
    }
  }

  /** Elements are about to be written. */
  public static void write(@Nullable Object array) {
    if (array != null && reaches(array, shortest)) {
      ArrayGuard guard = GUARD.get();
      if (guard != null) {
        guard.writes(array);
      }
    }
  }

  /** Elements were written. */
  public static void written(@Nullable Object array) {
    if (array != null && reaches(array, latest)) {
      ArrayGuard guard = GUARD.get();
      if (guard != null) {
        guard.written(array);
      }
    }
  }

  /** Elements are about to be written until {@link #endWrite} is called. */
  public static void beginWrite(@Nullable Object array) {
    write(array);
  }

  /** Elements may have been written since {@link #beginWrite}. */
  public static void endWrite(@Nullable Object array) {
    written(array);
  }

  /**
   * A value is about to be passed to code of the JDK or to native code.
   *
   * @param value any object
   * @param mode what that code does with arrays, a mode of {@code GuardCalls}
   */
  public static void handedOut(@Nullable Object value, int mode) {
    if (value == null) {
      return;
    }
    Class<?> type = value.getClass();
    if (!type.isArray()) {
      if (mode == KEEPS && holdsOthers(value)) {
        fence();
      }
    } else if (mode == KEEPS) {
      keep(value, type);
    } else if (mode == READS) {
      read(value);
    } else if (mode == READS_ALL_LEAVES) {
      readLeaves(value, type);
    } else {
      write(value);
    }
  }

  /** Code to which an array was handed out has returned or thrown. */
  public static void takenBack(@Nullable Object array) {
    written(array);
  }

  /** Code of the JDK has given a value to the program and may go on using it. */
  public static void cameOut(@Nullable Object value) {
    if (value != null && value.getClass().isArray()) {
      keep(value, value.getClass());
    }
  }

  /** Code is about to run, or has run, that may use any array. */
  public static void fence() {
    if (latest != NONE) {
      ArrayGuard guard = GUARD.get();
      if (guard != null) {
        guard.fence();
      }
    }
  }

  /**
   * The element of an array of references.
   *
   * @return the element, or null where there is none
   */
  public static @Nullable Object row(@Nullable Object rows, int index) {
    return rows instanceof Object[] array && index >= 0 && index < array.length
        ? array[index]
        : null;
  }

  /** Code is about to run that may use any array at any time. */
  public static void unguarded(String reason) {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.unguarded(reason);
    }
  }

  private static boolean reaches(Object array, int length) {
    return array.getClass().isArray() && Array.getLength(array) >= length;
  }

  private static void readLeaves(Object array, Class<?> type) {
    if (type.getComponentType().isPrimitive()) {
      read(array);
    } else if (shortest != NONE && mayHoldArrays(type)) {
      ArrayGuard guard = GUARD.get();
      if (guard != null) {
        guard.reads(array);
      }
    }
  }

  private static void keep(Object array, Class<?> type) {
    ArrayGuard guard = GUARD.get();
    if (guard != null && mayHoldArrays(type)) {
      guard.synchronous(array);
    }
  }

  /** Whether arrays of primitives can be reached through an array of this type. */
  private static boolean mayHoldArrays(Class<?> array) {
    Class<?> element = array.getComponentType();
    return element.isPrimitive()
        || (element.isArray() ? mayHoldArrays(element) : element.isAssignableFrom(Object[].class));
  }

  /** Whether it may be a collection, the way through which is the program's own. */
  private static boolean holdsOthers(Object value) {
    return value instanceof Iterable
        || value instanceof Map
        || value instanceof Iterator
        || value instanceof Enumeration;
  }
}
