package dev.slipstream.tornado.launch;

import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Copies elements of heap arrays to native memory and back. Stateless. */
public final class ElementCopies {
  private ElementCopies() {}

  private static ByteBuffer at(ByteBuffer bytes, ElementKind kind, int from) {
    return bytes.duplicate().order(bytes.order()).position(from * kind.bytes());
  }

  /** Copies elements of a heap array to the same places in native memory. */
  static void load(ElementKind kind, Object array, int from, int to, ByteBuffer bytes) {
    put(kind, array, from, to - from, at(bytes, kind, from));
  }

  /** Copies elements from native memory to the same places in a heap array. */
  static void store(ElementKind kind, Object array, int from, int to, ByteBuffer bytes) {
    get(kind, array, from, to - from, at(bytes, kind, from));
  }

  /** Copies elements of a heap array to where a buffer stands, which may move. */
  public static void put(ElementKind kind, Object array, int from, int count, ByteBuffer target) {
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
  public static void get(ElementKind kind, Object array, int from, int count, ByteBuffer source) {
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

  /** The bytes of a range of elements as they are now. */
  static byte[] copy(ElementKind kind, int from, int to, ByteBuffer bytes) {
    byte[] copy = new byte[(to - from) * kind.bytes()];
    at(bytes, kind, from).get(copy);
    return copy;
  }

  /**
   * Stores only the elements whose bytes are others than before: the rest may belong to somebody
   * else.
   *
   * @param before what {@link #copy} gave for the same range
   */
  static void storeChanged(
      ElementKind kind, Object array, int from, int to, ByteBuffer bytes, byte[] before) {
    ByteBuffer old = ByteBuffer.wrap(before);
    ByteBuffer now = at(bytes, kind, from).slice();
    int size = kind.bytes();
    int element = from;
    while (element < to) {
      int offset = (element - from) * size;
      int same = now.position(offset).mismatch(old.position(offset));
      if (same < 0) {
        return;
      }
      element += same / size;
      if (element < to) {
        store(kind, array, element, element + 1, bytes);
        element++;
      }
    }
  }

  /** Stores one scalar, given in its box. */
  static void put(ElementKind kind, int place, Object value, ByteBuffer bytes) {
    switch (kind) {
      case INT -> bytes.putInt(4 * place, (Integer) value);
      case LONG -> bytes.putLong(8 * place, (Long) value);
      case FLOAT -> bytes.putFloat(4 * place, (Float) value);
      case DOUBLE -> bytes.putDouble(8 * place, (Double) value);
      default -> throw new IllegalArgumentException(kind + " is no kind of scalars");
    }
  }

  /** The length of an array. */
  public static int length(Object array) {
    return Array.getLength(array);
  }
}
