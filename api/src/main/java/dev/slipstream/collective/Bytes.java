package dev.slipstream.collective;

import java.nio.ByteBuffer;

/** Numbers as bytes, the most significant first. */
final class Bytes {
  private Bytes() {}

  static byte[] of(int[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Integer.BYTES));
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  static int[] ints(byte[] bytes) {
    int[] values = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(values);
    return values;
  }

  static byte[] of(long[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES));
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  static long[] longs(byte[] bytes) {
    long[] values = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(values);
    return values;
  }

  static byte[] of(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES));
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  static float[] floats(byte[] bytes) {
    float[] values = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).asFloatBuffer().get(values);
    return values;
  }

  static byte[] of(double[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES));
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }

  static double[] doubles(byte[] bytes) {
    double[] values = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
    return values;
  }
}
