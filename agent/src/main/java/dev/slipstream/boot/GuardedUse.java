package dev.slipstream.boot;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** The slow path of guards: reports uses of a value while something may be on a device. */
final class GuardedUse {
  private GuardedUse() {}

  /**
   * Reports the use of an array, or of the element with an index; if there is no such element, the
   * access itself will throw. The method is deliberately longer than the 325 bytes up to which the
   * JIT inlines hot methods (FreqInlineSize). So guards stay small, and the methods around them are
   * inlined as if they had no guards.
   */
  static void report(@Nullable Object value, int index, int what) {
    ArrayGuard guard = Guards.GUARD.get();
    if (value == null || guard == null) {
      return;
    }
    int limit = what == Guards.WRITTEN ? Guards.latest : Guards.shortest;
    int length;
    if (value instanceof double[] array) {
      length = array.length;
    } else if (value instanceof float[] array) {
      length = array.length;
    } else if (value instanceof long[] array) {
      length = array.length;
    } else if (value instanceof int[] array) {
      length = array.length;
    } else if (value instanceof byte[] array) {
      length = array.length;
    } else if (value instanceof char[] array) {
      length = array.length;
    } else if (value instanceof short[] array) {
      length = array.length;
    } else if (value instanceof boolean[] array) {
      length = array.length;
    } else {
      reportInside(value, what, guard);
      return;
    }
    switch (what) {
      case Guards.READ, Guards.READ_LEAVES, Guards.READ_GRAPH -> {
        if (length >= limit && index < length) {
          guard.reads(value, index);
        }
      }
      case Guards.WRITE, Guards.READ_WRITE -> {
        if (length >= limit && index < length) {
          guard.writes(value, index);
        }
      }
      case Guards.KEEP -> guard.synchronous(value);
      case Guards.WRITTEN -> {
        if (length >= limit && index < length) {
          guard.written(value, index);
        }
      }
      default ->
          throw new IllegalArgumentException(
              what + " is no mode of guards; it was given for an array of " + length + " elements");
    }
  }

  private static void reportInside(Object value, int what, ArrayGuard guard) {
    if (value instanceof Object[]) {
      if (ArrayKinds.mayHoldArrays(value.getClass())) {
        if (what == Guards.KEEP) {
          guard.synchronous(value);
        } else if (what == Guards.READ_LEAVES && Guards.shortest != Guards.NONE) {
          guard.reads(value, ArrayGuard.ALL);
        }
      }
    } else if (what == Guards.KEEP && ArrayKinds.holdsOthers(value)) {
      Guards.fenceForObject(/* reads= */ false);
    }
    if (what == Guards.READ_GRAPH) {
      Guards.fenceForObject(/* reads= */ true);
    }
  }

  /**
   * Reports the use of all arrays of primitives in an array of references, if any of them is long
   * enough.
   */
  static void reportRows(@Nullable Object value, int what) {
    int limit = what == Guards.WRITTEN ? Guards.latest : Guards.shortest;
    ArrayGuard guard = Guards.GUARD.get();
    if (limit == Guards.NONE || guard == null || !(value instanceof Object[] rows)) {
      return;
    }
    for (Object row : rows) {
      if (row != null
          && row.getClass().isArray()
          && !(row instanceof Object[])
          && Array.getLength(row) >= limit) {
        switch (what) {
          case Guards.READ -> guard.reads(rows, ArrayGuard.ALL);
          case Guards.WRITE -> guard.writes(rows, ArrayGuard.ALL);
          default -> guard.written(rows, ArrayGuard.ALL);
        }
        return;
      }
    }
  }

  /** Whether code that follows references from a value may run code of the program. */
  static boolean holdsAll(Object value, int mode) {
    return mode == Guards.READ_GRAPH
        || (mode == Guards.READ_LEAVES && !ArrayKinds.holdsNumbersAlone(value.getClass()));
  }
}
