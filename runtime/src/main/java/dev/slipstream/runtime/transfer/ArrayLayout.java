package dev.slipstream.runtime.transfer;

import dev.slipstream.model.kernel.ArrayRows;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The primitives of an array as one sequence, numbered from 0 in the order of a device's memory.
 * For an array of arrays, the rows are those at the time when the layout is created, and no row may
 * occur twice; a null row has no elements. While a buffer contains them the array must keep these
 * rows. Immutable, so that several threads may copy; keeps the array or its rows alive. Methods
 * with a byte buffer start at its position and may change it.
 */
public sealed interface ArrayLayout permits FlatLayout, RowLayout {
  /**
   * Creates the layout of a whole array.
   *
   * @param array an array of primitives, or of arrays of these, of any depth
   * @throws IllegalArgumentException if it is something else
   */
  static ArrayLayout of(Object array) {
    return of(array, 0, Array.getLength(array));
  }

  /**
   * Creates the layout of an array of which only some elements of the outermost dimension are
   * accessed.
   *
   * @param from the first of them
   * @param to one past the last
   * @throws IllegalArgumentException if it is an array of something else
   */
  static ArrayLayout of(Object array, int from, int to) {
    return array instanceof Object[] outer
        ? new RowLayout(outer, from, to)
        : new FlatLayout(array, ElementType.of(array.getClass()), Array.getLength(array));
  }

  /** Creates an array of the same shape, with zeros. */
  static Object zerosLike(Object array) {
    Object zeros = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
    if (array instanceof Object[] rows) {
      for (int r = 0; r < rows.length; r++) {
        if (rows[r] != null) {
          ((Object[]) zeros)[r] = zerosLike(rows[r]);
        }
      }
    }
    return zeros;
  }

  /** The type of the primitives. */
  ElementType type();

  /** The length of the outermost array. */
  int length();

  /** The number of primitives for which room is needed. */
  long size();

  /**
   * The number of the first primitive of an element of the outermost array.
   *
   * @param index an element that is accessed, or one past the last
   */
  long start(int index);

  /** The position of such an element, in bytes. */
  default long offset(int index) {
    return type().bytes(start(index));
  }

  /** As {@link ArrayRows#heights}; empty for an array of primitives. */
  List<Integer> heights();

  /** The number of primitives of each row of an array of arrays, or -1 if they differ. */
  int rowLength();

  /** The rows of an array of arrays; empty if it is an array of primitives. */
  Optional<ArrayRows> rows();

  /** The array, if it is an array of primitives; empty if it is an array of arrays. */
  Optional<Object> flat();

  /** Copies {@code count} primitives, from number {@code from} on, to a buffer. */
  void load(long from, int count, ByteBuffer target);

  /** Copies {@code count} primitives from a buffer, to number {@code from} and on. */
  void store(long from, int count, ByteBuffer source);

  /**
   * Like {@link #store}, but stores only those primitives whose bytes have changed.
   *
   * @param before the former bytes, in another buffer from its position on
   */
  void storeChanged(long from, int count, ByteBuffer source, ByteBuffer before);
}
