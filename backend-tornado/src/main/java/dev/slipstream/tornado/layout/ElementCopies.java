package dev.slipstream.tornado.layout;

import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Copies elements of heap arrays to native memory and back. Stateless. */
public final class ElementCopies {
  private ElementCopies() {}

  /** Copies elements of a heap array to where a buffer stands, which may move. */
  static void put(ElementKind kind, Object array, int from, int count, ByteBuffer target) {
    switch (kind) {
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

  /** Copies elements from where a buffer stands, which may move, to a heap array. */
  static void get(ElementKind kind, Object array, int from, int count, ByteBuffer source) {
    switch (kind) {
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
   * Stores only the elements whose bytes are others than before: the rest may belong to somebody
   * else.
   */
  static void getChanged(
      ElementKind kind, Object array, int from, int count, ByteBuffer source, ByteBuffer before) {
    ByteBuffer now = source.slice().order(source.order());
    ByteBuffer old = before.slice();
    int size = kind.bytes();
    int element = 0;
    while (element < count) {
      int end = count * size;
      // Where both are the same as far as they go, they must go equally far.
      now.limit(end).position(element * size);
      old.limit(end).position(element * size);
      int same = now.mismatch(old);
      if (same < 0) {
        return;
      }
      element += same / size;
      if (element < count) {
        get(kind, array, from + element, 1, now.position(element * size));
        element++;
      }
    }
  }

  /** Stores one scalar, given in its box. */
  public static void put(ElementKind kind, int place, Object value, ByteBuffer bytes) {
    switch (kind) {
      case INT -> bytes.putInt(4 * place, (Integer) value);
      case LONG -> bytes.putLong(8 * place, (Long) value);
      case FLOAT -> bytes.putFloat(4 * place, (Float) value);
      case DOUBLE -> bytes.putDouble(8 * place, (Double) value);
      default -> throw new IllegalArgumentException(kind + " is no kind of scalars");
    }
  }

  /** The length of an array, of its outermost dimension. */
  public static int length(Object array) {
    return Array.getLength(array);
  }
}
