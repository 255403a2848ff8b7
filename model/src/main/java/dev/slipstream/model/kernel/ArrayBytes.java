package dev.slipstream.model.kernel;

import java.lang.reflect.Array;

/** Computes the memory size of the elements of arrays, on the host as on devices. */
public final class ArrayBytes {
  private ArrayBytes() {}

  /**
   * The size of an element.
   *
   * @param type a primitive type
   * @return 1, 2, 4 or 8 bytes
   */
  public static int ofElement(Class<?> type) {
    if (type == long.class || type == double.class) {
      return Long.BYTES;
    }
    if (type == int.class || type == float.class) {
      return Integer.BYTES;
    }
    return type == short.class || type == char.class ? Short.BYTES : Byte.BYTES;
  }

  /**
   * The total size of all elements.
   *
   * @param array an array of primitives, or of such arrays, some of which may be null
   * @return bytes
   */
  public static long of(Object array) {
    if (!(array instanceof Object[] rows)) {
      return (long) Array.getLength(array) * ofElement(array.getClass().getComponentType());
    }
    long sum = 0;
    for (Object row : rows) {
      sum += row == null ? 0 : of(row);
    }
    return sum;
  }
}
