package dev.slipstream.runtime.transfer;

import dev.slipstream.model.kernel.ArrayRows;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The primitives of an array in one sequence, numbered from 0 as they lie on a device. Of an array
 * of arrays the rows are those that it has when the layout is made, and no row may appear twice; a
 * row that is null has no elements. As long as a buffer holds it the array must keep these rows.
 * Immutable, so that several threads may copy; holds the array or its rows. What takes a buffer
 * begins at its position and need not leave that where it was.
 */
public sealed interface ArrayLayout permits FlatLayout, RowLayout {
  /**
   * Lays out all of an array.
   *
   * @param array an array of primitives, of arrays of them, or of arrays of these
   * @throws IllegalArgumentException if it is something else
   */
  static ArrayLayout of(Object array) {
    return of(array, 0, Array.getLength(array));
  }

  /**
   * Lays out an array of which only some elements of the outermost dimension are looked at.
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

  /** An array of the same shape, with zeros. */
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

  /** How many elements the outermost array has. */
  int length();

  /** How many primitives there must be room for. */
  long size();

  /**
   * The number of the first primitive of an element of the outermost array.
   *
   * @param index an element that is looked at, or one past the last
   */
  long start(int index);

  /** Where such an element starts, in bytes. */
  default long offset(int index) {
    return type().bytes(start(index));
  }

  /** How many rows the planes of {@code T[][][]} have; only if {@link #rowLength} is not -1. */
  int planeHeight();

  /** How many primitives each row of an array of arrays has, or -1 if they differ. */
  int rowLength();

  /** The rows of an array of arrays; empty if it is an array of primitives. */
  Optional<ArrayRows> rows();

  /** The array that has all primitives, in this order; empty if it is an array of arrays. */
  Optional<Object> flat();

  /** Copies {@code count} primitives, from number {@code from} on, to a buffer. */
  void load(long from, int count, ByteBuffer target);

  /** Copies {@code count} primitives from a buffer, to number {@code from} and on. */
  void store(long from, int count, ByteBuffer source);

  /**
   * Like {@link #store}, but touches only those primitives whose bytes are others than before.
   *
   * @param before as many in another buffer, from its position on
   */
  void storeChanged(long from, int count, ByteBuffer source, ByteBuffer before);
}
