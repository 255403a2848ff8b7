package dev.slipstream.model.kernel;

import java.lang.reflect.Array;

/**
 * The size of the elements of an array, or of the rows of an array of arrays.
 *
 * @param bytes the mean size, rounded up; at least 1
 * @param equal whether all have the same size
 */
public record ElementSize(long bytes, boolean equal) {
  /**
   * Determines the size for an array.
   *
   * @param array an array of primitives, or of such arrays, some of which may be null
   * @return the size
   */
  public static ElementSize of(Object array) {
    if (!(array instanceof Object[] rows)) {
      return new ElementSize(ArrayBytes.ofElement(array.getClass().getComponentType()), true);
    }
    long sum = 0;
    long first = -1;
    boolean equal = true;
    for (Object row : rows) {
      long bytes = row == null ? 0 : ArrayBytes.of(row);
      first = first < 0 ? bytes : first;
      equal &= bytes == first;
      sum += bytes;
    }
    int length = Math.max(1, Array.getLength(array));
    return new ElementSize(Math.max(1, (sum + length - 1) / length), equal);
  }
}
