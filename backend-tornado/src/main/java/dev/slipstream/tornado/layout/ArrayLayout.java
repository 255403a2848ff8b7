package dev.slipstream.tornado.layout;

import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The primitives of an array in one sequence, numbered from 0 as they lie on the device. Of an
 * array of arrays the rows are those that it has when the layout is made. Immutable; holds the
 * array or its rows. Buffers are in the machine's byte order, and may move.
 */
public sealed interface ArrayLayout permits FlatLayout, RowLayout {

  /**
   * Lays out all of an array. No row may appear twice; one that is null has no elements.
   *
   * @param array an array of primitives, of arrays of them, or of arrays of these
   */
  static ArrayLayout of(Object array) {
    return of(array, 0, Array.getLength(array));
  }

  /**
   * Lays out an array of which only some elements of the outermost dimension are looked at.
   *
   * @param from the first of them
   * @param to one past the last
   */
  static ArrayLayout of(Object array, int from, int to) {
    return array instanceof Object[] outer
        ? new RowLayout(outer, from, to)
        : new FlatLayout(array, ElementKind.ofArray(array.getClass().descriptorString()));
  }

  /** Stands for an array that the program does not have. */
  static ArrayLayout none(ElementKind kind) {
    return new FlatLayout(new byte[0], kind);
  }

  /** The next number with few digits, which is larger by an eighth at most. */
  static long roundedUp(long number) {
    long step = Math.max(1, Long.highestOneBit(number) / 8);
    return (number + step - 1) / step * step;
  }

  /** The kind of the primitives. */
  ElementKind kind();

  /** How many primitives there must be room for. */
  long size();

  /**
   * How many primitives to make room for where that shall be the same for as many parts of an array
   * as possible: at least {@link #size}.
   */
  long room();

  /**
   * The number of the first primitive of an element of the outermost array.
   *
   * @param index an element that is looked at, or one past the last
   */
  long start(int index);

  /** How regular its rows are; {@link RowShape#NONE} if the array is one of primitives. */
  RowShape shape();

  /**
   * The table by which a kernel finds rows where they are not equal. Of {@code T[][]} it says where
   * each row starts, and where the last ends. Of {@code T[][][]} it says first the number of each
   * plane's first row, with one entry more than there are planes, and then where each row starts.
   * Of more primitives than an array can have it means nothing.
   */
  int[] table();

  /** The array that has all of them, in this order; empty if none has, or they are booleans. */
  Optional<Object> flat();

  /** Copies {@code count} primitives, from number {@code first} on, to where a buffer stands. */
  void put(int first, int count, ByteBuffer target);

  /** Copies {@code count} primitives from where a buffer stands, to number {@code first} and on. */
  void get(int first, int count, ByteBuffer source);

  /**
   * Like {@link #get}, but touches only those whose bytes are others than before: the rest may
   * belong to somebody else.
   */
  void getChanged(int first, int count, ByteBuffer source, ByteBuffer before);
}
