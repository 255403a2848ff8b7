package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.coherence.LoopArray;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** How much memory arrays take. */
final class Sizes {
  private Sizes() {}

  /** All bytes of all arrays; an array that occurs twice counts once. */
  static long bytes(List<LoopArray> arrays) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long sum = 0;
    for (LoopArray use : arrays) {
      if (seen.add(use.array())) {
        sum += bytes(use.array());
      }
    }
    return sum;
  }

  /** How large an element of an array is, or a row on the average. */
  static double meanElementBytes(Object array) {
    int length = Array.getLength(array);
    return length == 0 ? 0 : (double) bytes(array) / length;
  }

  private static long bytes(Object array) {
    if (!(array instanceof Object[] rows)) {
      return Array.getLength(array) * elementBytes(array.getClass().getComponentType());
    }
    long sum = 0;
    for (Object row : rows) {
      sum += row == null ? 0 : bytes(row);
    }
    return sum;
  }

  private static long elementBytes(Class<?> type) {
    if (type == boolean.class || type == byte.class) {
      return 1;
    }
    if (type == short.class || type == char.class) {
      return 2;
    }
    return type == int.class || type == float.class ? 4 : 8;
  }
}
