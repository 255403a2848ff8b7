package dev.slipstream.runtime.launch;

import java.lang.reflect.Array;
import java.util.Arrays;

/** Finds where two arrays of primitives differ, by bits but with all NaNs equal. */
final class Mismatch {
  private Mismatch() {}

  /**
   * The first index in the range at which two arrays of one type differ, or -1. As {@link Arrays}
   * defines it for floats and doubles, 0.0 differs from -0.0, and all NaNs are equal.
   */
  static int first(Object a, Object b, int from, int to) {
    int relative;
    if (a instanceof double[] x && b instanceof double[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof float[] x && b instanceof float[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof long[] x && b instanceof long[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof int[] x && b instanceof int[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof short[] x && b instanceof short[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof char[] x && b instanceof char[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof byte[] x && b instanceof byte[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else if (a instanceof boolean[] x && b instanceof boolean[] y) {
      relative = Arrays.mismatch(x, from, to, y, from, to);
    } else {
      throw new IllegalArgumentException(a.getClass() + " and " + b.getClass());
    }
    return relative < 0 ? -1 : from + relative;
  }

  /**
   * The text of one element as Java prints it; a char as its number, since many are not visible.
   */
  static String text(Object array, int index) {
    return array instanceof char[] chars
        ? Integer.toString(chars[index])
        : String.valueOf(Array.get(array, index));
  }
}
