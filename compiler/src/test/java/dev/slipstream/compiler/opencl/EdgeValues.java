package dev.slipstream.compiler.opencl;

import java.util.Random;

/** Numbers at which arithmetic is most likely to be wrong, and all pairs of them. */
public final class EdgeValues {
  private static final int[] INTS = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    -7,
    10,
    31,
    32,
    33,
    63,
    64,
    255,
    -128,
    128,
    32767,
    -32768,
    65535,
    65536,
    0x55555555,
    0x7ffffffe,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 1,
    46341,
    -46341,
    16777217,
    0x10ffff,
    0x110000
  };
  private static final long[] LONGS = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    -7,
    10,
    31,
    32,
    63,
    64,
    65,
    255,
    -32769,
    1L << 31,
    -(1L << 31),
    (1L << 32) - 1,
    1L << 32,
    0x5555555555555555L,
    (1L << 53) + 1,
    -(1L << 53) - 1,
    (1L << 24) + 1,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    3037000500L,
    0x7fffff4000000001L,
    0x7fffffbfffffffffL
  };
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    0.1,
    1.0 / 3,
    -1.0 / 3,
    0.49999999999999994,
    -0.49999999999999994,
    3,
    7,
    1e10,
    -1e10,
    2147483647.0,
    2147483647.5,
    2147483648.0,
    -2147483648.0,
    -2147483649.0,
    4503599627370495.5,
    9007199254740993.0,
    9.223372036854775807e18,
    -9.3e18,
    1e300,
    -1e300,
    1e-300,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    1.0000000596046448,
    1.4e-45,
    7.0e-46,
    3.4028235677973366e38,
    1 + 0x1p-24,
    1 + 0x1p-24 + 0x1p-52
  };
  private static final float[] FLOATS = {
    0f,
    -0f,
    1f,
    -1f,
    0.5f,
    -0.5f,
    1.5f,
    2.5f,
    -2.5f,
    0.1f,
    1f / 3,
    -1f / 3,
    0.49999997f,
    -0.49999997f,
    3f,
    7f,
    8388607.5f,
    8388609f,
    16777216f,
    16777217f,
    2147483520f,
    2147483648f,
    -2147483648f,
    9.2233715e18f,
    9.223372e18f,
    -9.3e18f,
    1e30f,
    -1e30f,
    1e-30f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    1.0000001f,
    5.877472e-39f
  };

  private static final byte[] BYTES = {0, 1, -1, 2, 7, -7, 31, 63, 64, 127, -127, -128};
  private static final short[] SHORTS = {
    0, 1, -1, 2, 7, -7, 127, 128, -128, -129, 255, 256, 0x7c00, 1023, 1024, 15360, 32767, -32768
  };
  private static final char[] CHARS = {
    0, 1, 9, 10, 12, 13, 32, 48, 97, 127, 128, 159, 160, 255, 256, 32767, 32768, 0xd7ff, 0xd800,
    0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff
  };
  private static final boolean[] BOOLEANS = {false, true};

  private EdgeValues() {}

  /**
   * The edge values of a type as an array of that type.
   *
   * @param type its descriptor, {@code 'I'}
   */
  public static Object of(char type) {
    return switch (type) {
      case 'Z' -> BOOLEANS.clone();
      case 'B' -> BYTES.clone();
      case 'S' -> SHORTS.clone();
      case 'C' -> CHARS.clone();
      case 'I' -> INTS.clone();
      case 'J' -> LONGS.clone();
      case 'F' -> FLOATS.clone();
      default -> DOUBLES.clone();
    };
  }

  /** A random value of a type; half of the floating-point ones have random bits. */
  public static Object random(char type, Random random) {
    boolean bits = random.nextBoolean();
    return switch (type) {
      case 'Z' -> bits;
      case 'B' -> (byte) random.nextInt();
      case 'S' -> (short) random.nextInt();
      case 'C' -> (char) random.nextInt();
      case 'I' -> random.nextInt() >> random.nextInt(32);
      case 'J' -> random.nextLong() >> random.nextInt(64);
      case 'F' ->
          bits
              ? Float.intBitsToFloat(Float.floatToIntBits(Float.intBitsToFloat(random.nextInt())))
              : (float) random.nextGaussian();
      default -> bits ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian() * 100;
    };
  }

  /** The left and the right halves of all pairs, and of as many random ones. */
  record Ints(int[] left, int[] right) {}

  record Longs(long[] left, long[] right) {}

  record Floats(float[] left, float[] right) {}

  record Doubles(double[] left, double[] right) {}

  static Ints ints(Random random) {
    int n = INTS.length * INTS.length;
    int[] left = new int[2 * n];
    int[] right = new int[2 * n];
    for (int i = 0; i < n; i++) {
      left[i] = INTS[i / INTS.length];
      right[i] = INTS[i % INTS.length];
      left[n + i] = random.nextInt() >> random.nextInt(32);
      right[n + i] = random.nextInt() >> random.nextInt(32);
    }
    return new Ints(left, right);
  }

  static Longs longs(Random random) {
    int n = LONGS.length * LONGS.length;
    long[] left = new long[2 * n];
    long[] right = new long[2 * n];
    for (int i = 0; i < n; i++) {
      left[i] = LONGS[i / LONGS.length];
      right[i] = LONGS[i % LONGS.length];
      left[n + i] = random.nextLong() >> random.nextInt(64);
      right[n + i] = random.nextLong() >> random.nextInt(64);
    }
    return new Longs(left, right);
  }

  static Floats floats(Random random) {
    int n = FLOATS.length * FLOATS.length;
    float[] left = new float[4 * n];
    float[] right = new float[4 * n];
    for (int i = 0; i < n; i++) {
      left[i] = FLOATS[i / FLOATS.length];
      right[i] = FLOATS[i % FLOATS.length];
    }
    for (int i = n; i < 4 * n; i++) {
      boolean bits = i % 2 == 0;
      left[i] = bits ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextGaussian();
      right[i] = bits ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextGaussian();
    }
    return new Floats(left, right);
  }

  static Doubles doubles(Random random) {
    int n = DOUBLES.length * DOUBLES.length;
    double[] left = new double[4 * n];
    double[] right = new double[4 * n];
    for (int i = 0; i < n; i++) {
      left[i] = DOUBLES[i / DOUBLES.length];
      right[i] = DOUBLES[i % DOUBLES.length];
    }
    for (int i = n; i < 4 * n; i++) {
      boolean bits = i % 2 == 0;
      left[i] = bits ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian() * 100;
      right[i] = bits ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian();
    }
    return new Doubles(left, right);
  }
}
