package dev.slipstream.runtime.transfer;

import java.nio.ByteBuffer;

/**
 * The eight types of primitives, with copies between the heap and memory outside it. Methods with a
 * byte buffer start at its position and may change it; the buffer is in the machine's byte order.
 */
public enum ElementType {
  /** One byte each, 0 or 1. */
  BOOLEAN(0),
  /** One byte each. */
  BYTE(0),
  /** Two bytes each. */
  SHORT(1),
  /** Two bytes each. */
  CHAR(1),
  /** Four bytes each. */
  INT(2),
  /** Eight bytes each. */
  LONG(3),
  /** Four bytes each. */
  FLOAT(2),
  /** Eight bytes each. */
  DOUBLE(3);

  /** After this many equal elements a bulk search for the next difference is faster. */
  private static final int SOME = 16;

  private final int shift;

  ElementType(int shift) {
    this.shift = shift;
  }

  /**
   * The type of the elements of an array.
   *
   * @param array the class of the array
   * @throws IllegalArgumentException if it is not an array of primitives
   */
  public static ElementType of(Class<?> array) {
    return switch (array.descriptorString()) {
      case "[Z" -> BOOLEAN;
      case "[B" -> BYTE;
      case "[S" -> SHORT;
      case "[C" -> CHAR;
      case "[I" -> INT;
      case "[J" -> LONG;
      case "[F" -> FLOAT;
      case "[D" -> DOUBLE;
      default -> throw new IllegalArgumentException(array + " is not an array of primitives");
    };
  }

  /** The size of {@code count} elements in bytes. */
  public long bytes(long count) {
    return count << shift;
  }

  /** The number of whole elements in {@code bytes} bytes. */
  public int elements(long bytes) {
    return (int) (bytes >> shift);
  }

  /** Copies {@code count} elements of an array, from element {@code from} on, to a buffer. */
  void load(Object array, int from, int count, ByteBuffer target) {
    switch (this) {
      case BOOLEAN -> {
        boolean[] elements = (boolean[]) array;
        for (int i = from; i < from + count; i++) {
          target.put((byte) (elements[i] ? 1 : 0));
        }
      }
      case BYTE -> target.put((byte[]) array, from, count);
      case SHORT -> target.asShortBuffer().put((short[]) array, from, count);
      case CHAR -> target.asCharBuffer().put((char[]) array, from, count);
      case INT -> target.asIntBuffer().put((int[]) array, from, count);
      case LONG -> target.asLongBuffer().put((long[]) array, from, count);
      case FLOAT -> target.asFloatBuffer().put((float[]) array, from, count);
      case DOUBLE -> target.asDoubleBuffer().put((double[]) array, from, count);
    }
  }

  /** Copies {@code count} elements from a buffer to an array, from element {@code from} on. */
  void store(Object array, int from, int count, ByteBuffer source) {
    switch (this) {
      case BOOLEAN -> {
        boolean[] elements = (boolean[]) array;
        for (int i = from; i < from + count; i++) {
          elements[i] = source.get() != 0;
        }
      }
      case BYTE -> source.get((byte[]) array, from, count);
      case SHORT -> source.asShortBuffer().get((short[]) array, from, count);
      case CHAR -> source.asCharBuffer().get((char[]) array, from, count);
      case INT -> source.asIntBuffer().get((int[]) array, from, count);
      case LONG -> source.asLongBuffer().get((long[]) array, from, count);
      case FLOAT -> source.asFloatBuffer().get((float[]) array, from, count);
      case DOUBLE -> source.asDoubleBuffer().get((double[]) array, from, count);
    }
  }

  /**
   * Like {@link #store}, but stores only those elements whose bytes have changed: other threads may
   * have changed the rest.
   */
  void storeChanged(Object array, int from, int count, ByteBuffer source, ByteBuffer before) {
    ByteBuffer now = source.slice().order(source.order());
    ByteBuffer old = before.slice().order(source.order());
    int end = count << shift;
    int element = 0;
    int same = 0;
    while (element < count) {
      if (differs(now, old, element)) {
        int first = element;
        while (element < count && differs(now, old, element)) {
          element++;
        }
        store(array, from + first, element - first, now.clear().position(first << shift));
        same = 0;
      } else if (++same < SOME) {
        element++;
      } else {
        // If the search finds no difference, both must end at the same position.
        now.limit(end).position(element << shift);
        old.limit(end).position(element << shift);
        int bytes = now.mismatch(old);
        element = bytes < 0 ? count : element + (bytes >> shift);
        now.clear();
        old.clear();
        same = 0;
      }
    }
  }

  private boolean differs(ByteBuffer now, ByteBuffer old, int element) {
    int at = element << shift;
    return switch (shift) {
      case 0 -> now.get(at) != old.get(at);
      case 1 -> now.getShort(at) != old.getShort(at);
      case 2 -> now.getInt(at) != old.getInt(at);
      default -> now.getLong(at) != old.getLong(at);
    };
  }
}
