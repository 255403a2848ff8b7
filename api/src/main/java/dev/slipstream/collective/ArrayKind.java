package dev.slipstream.collective;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/**
 * The type of arrays, with the conversion of their elements' bits to bytes in the order of the
 * buffer.
 *
 * @param <A> the type of the arrays
 * @param array the class of the arrays
 * @param width the size of an element in bytes
 */
public record ArrayKind<A>(Class<A> array, int width) {
  public static final ArrayKind<byte[]> BYTES = new ArrayKind<>(byte[].class, Byte.BYTES);
  public static final ArrayKind<int[]> INTS = new ArrayKind<>(int[].class, Integer.BYTES);
  public static final ArrayKind<long[]> LONGS = new ArrayKind<>(long[].class, Long.BYTES);
  public static final ArrayKind<float[]> FLOATS = new ArrayKind<>(float[].class, Float.BYTES);
  public static final ArrayKind<double[]> DOUBLES = new ArrayKind<>(double[].class, Double.BYTES);

  /** The letter for the elements' type in the name of the class. */
  char letter() {
    return array.getName().charAt(1);
  }

  int length(A values) {
    return Array.getLength(values);
  }

  A create(int length) {
    return array.cast(Array.newInstance(array.getComponentType(), length));
  }

  A copy(A values, int from, int count) {
    A copy = create(count);
    System.arraycopy(values, from, copy, 0, count);
    return copy;
  }

  void write(A values, int from, int count, ByteBuffer out) {
    if (values instanceof byte[] bytes) {
      out.put(bytes, from, count);
    } else if (values instanceof int[] ints) {
      out.asIntBuffer().put(ints, from, count);
    } else if (values instanceof long[] longs) {
      out.asLongBuffer().put(longs, from, count);
    } else if (values instanceof float[] floats) {
      out.asFloatBuffer().put(floats, from, count);
    } else {
      out.asDoubleBuffer().put((double[]) values, from, count);
    }
  }

  void read(ByteBuffer in, A values, int from, int count) {
    if (values instanceof byte[] bytes) {
      in.get(bytes, from, count);
    } else if (values instanceof int[] ints) {
      in.asIntBuffer().get(ints, from, count);
    } else if (values instanceof long[] longs) {
      in.asLongBuffer().get(longs, from, count);
    } else if (values instanceof float[] floats) {
      in.asFloatBuffer().get(floats, from, count);
    } else {
      in.asDoubleBuffer().get((double[]) values, from, count);
    }
  }
}
