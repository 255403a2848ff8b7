package dev.slipstream.compiler.opencl;

/** One kernel per type and group of operators; results go to consecutive elements. */
final class ArithmeticKernels {
  private ArithmeticKernels() {}

  static final class Ints {
    static final int RESULTS = 24;

    static void body(int i, int[] left, int[] right, int[] out) {
      int a = left[i];
      int b = right[i];
      int o = i * RESULTS;
      out[o++] = a + b;
      out[o++] = a - b;
      out[o++] = a * b;
      out[o++] = b == 0 ? 0 : a / b;
      out[o++] = b == 0 ? 0 : a % b;
      out[o++] = -a;
      out[o++] = a << b;
      out[o++] = a >> b;
      out[o++] = a >>> b;
      out[o++] = a & b;
      out[o++] = a | b;
      out[o++] = a ^ b;
      out[o++] = ~a;
      out[o++] = a < b ? 1 : a == b ? 2 : 3;
      out[o++] = a / 7 + a % 10 + a / -1 + a % -1;
      out[o++] = (byte) a + (short) b + (char) a;
      out[o++] = a - -5 + b + Integer.MIN_VALUE - 2147483647;
      out[o++] = (a + b) * (a - b) >> 3;
      out[o++] = (a ^ b) >>> 5 | a << 27;
      out[o++] = a * 31 + b;
      out[o++] = (a += b) + a++ + ++a - a--;
      out[o++] = a >= b ? a > 0 ? 1 : 2 : b <= 0 ? 3 : 4;
      out[o++] = (int) ((long) a * b >>> 16);
      out[o] = (byte) (a + b) + ((short) (a * b) ^ (char) (a - b));
    }
  }

  static final class Longs {
    static final int RESULTS = 20;

    static void body(int i, long[] left, long[] right, long[] out) {
      long a = left[i];
      long b = right[i];
      int o = i * RESULTS;
      out[o++] = a + b;
      out[o++] = a - b;
      out[o++] = a * b;
      out[o++] = b == 0 ? 0 : a / b;
      out[o++] = b == 0 ? 0 : a % b;
      out[o++] = -a;
      out[o++] = a << b;
      out[o++] = a >> (int) b;
      out[o++] = a >>> b;
      out[o++] = a & b;
      out[o++] = a | b;
      out[o++] = a ^ b;
      out[o++] = ~a;
      out[o++] = a < b ? 1 : a == b ? 2 : 3;
      out[o++] = a / 1000 + a % 10 + a / -1 + a % -1;
      out[o++] = (int) a + (byte) b;
      out[o++] = a + Long.MIN_VALUE - -9L + b;
      out[o++] = (int) (a * b) + (int) (a >>> 7);
      out[o++] = (a >= b ? a : b) - (a > 5 ? 1 : 0) - (b <= -1 ? 2 : 3) - (a != b ? 4 : 0);
      out[o] = (a = a * 6364136223846793005L + 1442695040888963407L) ^ a >>> 33;
    }
  }

  static final class Floats {
    static final int RESULTS = 26;

    static void body(int i, float[] left, float[] right, float[] out) {
      float a = left[i];
      float b = right[i];
      int o = i * RESULTS;
      out[o++] = a + b;
      out[o++] = a - b;
      out[o++] = a * b;
      out[o++] = a / b;
      out[o++] = -a;
      out[o++] = a * b + a;
      out[o++] = a * b - b * 3f;
      out[o++] = (a + b) - a;
      out[o++] = a + (b - a);
      out[o++] = (float) Math.sqrt(a);
      out[o++] = (float) Math.sqrt((double) a * b);
      out[o++] = a < b ? 1 : 0;
      out[o++] = a <= b ? 1 : 0;
      out[o++] = a > b ? 1 : 0;
      out[o++] = a >= b ? 1 : 0;
      out[o++] = a == b ? 1 : 0;
      out[o++] = a != b ? 1 : 0;
      out[o++] = !(a < b) ? 1 : 0;
      out[o++] = !(a >= b) ? 1 : 0;
      out[o++] = Math.min(a, b);
      out[o++] = Math.max(a, b);
      out[o++] = Math.abs(a);
      out[o++] = a * 0.1f + 1e-40f;
      out[o++] = a > 0 && b > 0 || a < -1 && !(b <= 2) ? 5f : -0f;
      out[o++] = (float) ((double) a * (double) b);
      out[o] = a - 0.0f + 3.4028235e38f * b - Float.MIN_VALUE;
    }
  }

  static final class Doubles {
    static final int RESULTS = 24;

    static void body(int i, double[] left, double[] right, double[] out) {
      double a = left[i];
      double b = right[i];
      int o = i * RESULTS;
      out[o++] = a + b;
      out[o++] = a - b;
      out[o++] = a * b;
      out[o++] = a / b;
      out[o++] = -a;
      out[o++] = a * b + a;
      out[o++] = a * b - b * 3;
      out[o++] = (a + b) - a;
      out[o++] = a + (b - a);
      out[o++] = Math.sqrt(a);
      out[o++] = a < b ? 1 : 0;
      out[o++] = a <= b ? 1 : 0;
      out[o++] = a > b ? 1 : 0;
      out[o++] = a >= b ? 1 : 0;
      out[o++] = a == b ? 1 : 0;
      out[o++] = a != b ? 1 : 0;
      out[o++] = !(a < b) ? 1 : 0;
      out[o++] = !(a >= b) ? 1 : 0;
      out[o++] = Math.min(a, b);
      out[o++] = Math.max(a, b);
      out[o++] = Math.abs(a);
      out[o++] = a * 0.1 + 4.9e-324;
      out[o++] = a / 3.0 * (b / 7.0) - a * (b * a);
      out[o] = a + 1e308 + Math.PI * b - (0.0 - a);
    }
  }

  static final class Conversions {
    static final int RESULTS = 12;

    static void body(
        int i,
        int[] ints,
        long[] longs,
        float[] floats,
        double[] doubles,
        long[] exact,
        double[] real) {
      int a = ints[i];
      long b = longs[i];
      float c = floats[i];
      double d = doubles[i];
      int o = i * RESULTS;
      exact[o] = (long) a;
      exact[o + 1] = (int) b;
      exact[o + 2] = (int) c;
      exact[o + 3] = (long) c;
      exact[o + 4] = (int) d;
      exact[o + 5] = (long) d;
      exact[o + 6] = (byte) b;
      exact[o + 7] = (char) d;
      exact[o + 8] = (short) c;
      exact[o + 9] = (byte) (int) d;
      exact[o + 10] = (int) (b + a);
      exact[o + 11] = (long) (a + (int) b) << 3;
      real[o] = (float) a;
      real[o + 1] = a;
      real[o + 2] = (float) b;
      real[o + 3] = b;
      real[o + 4] = c;
      real[o + 5] = (float) d;
      real[o + 6] = (float) (c * 2.0);
      real[o + 7] = c * d;
      real[o + 8] = a + c;
      real[o + 9] = b + d;
      real[o + 10] = (float) (a + a);
      real[o + 11] = (double) (b * b);
    }
  }

  static final class SmallArrays {
    static void body(
        int i, boolean[] flags, byte[] bytes, short[] shorts, char[] chars, int[] in, int[] out) {
      int a = in[i];
      int old = (flags[i] ? 1 : 0) + bytes[i] + shorts[i] + chars[i] + (chars[i] >> 3);
      flags[i] = (a & 3) == 1 != flags[i];
      bytes[i] = (byte) a;
      shorts[i] = (short) a;
      chars[i] = (char) a;
      bytes[i] += a;
      shorts[i] *= 3;
      chars[i]--;
      out[i] = old + bytes[i] * 3 + shorts[i] * 5 + chars[i] * 7 + flags.length + out.length;
    }
  }
}
