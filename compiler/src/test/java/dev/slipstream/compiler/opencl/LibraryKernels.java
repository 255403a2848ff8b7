package dev.slipstream.compiler.opencl;

/** The JDK's methods that kernels may call. */
final class LibraryKernels {
  private LibraryKernels() {}

  static final class Ints {
    static final int RESULTS = 24;

    static void body(int i, int[] left, int[] right, int[] out) {
      int a = left[i];
      int b = right[i];
      int o = i * RESULTS;
      out[o++] = Math.abs(a);
      out[o++] = Math.min(a, b);
      out[o++] = Math.max(a, b);
      out[o++] = b == 0 ? 0 : Math.floorDiv(a, b);
      out[o++] = b == 0 ? 0 : Math.floorMod(a, b);
      out[o++] = Integer.bitCount(a);
      out[o++] = Integer.numberOfLeadingZeros(a);
      out[o++] = Integer.numberOfTrailingZeros(a);
      out[o++] = Integer.rotateLeft(a, b);
      out[o++] = Integer.rotateRight(a, b);
      out[o++] = Integer.reverse(a);
      out[o++] = Integer.reverseBytes(a);
      out[o++] = Integer.highestOneBit(a);
      out[o++] = Integer.lowestOneBit(a);
      out[o++] = Integer.signum(a);
      out[o++] = Integer.compare(a, b);
      out[o++] = Integer.compareUnsigned(a, b);
      out[o++] = Integer.min(a, b) + Integer.max(a, b);
      out[o++] = Integer.sum(a, b);
      out[o++] = (int) (Integer.toUnsignedLong(a) >> 5);
      out[o++] = Byte.toUnsignedInt((byte) a);
      out[o++] = Short.toUnsignedInt((short) a);
      out[o++] = Float.floatToIntBits(Float.intBitsToFloat(a));
      out[o] = Integer.compare((byte) a, (char) b) + Integer.bitCount((byte) a);
    }
  }

  static final class Longs {
    static final int RESULTS = 24;

    static void body(int i, long[] left, long[] right, long[] out) {
      long a = left[i];
      long b = right[i];
      int o = i * RESULTS;
      out[o++] = Math.abs(a);
      out[o++] = Math.min(a, b);
      out[o++] = Math.max(a, b);
      out[o++] = b == 0 ? 0 : Math.floorDiv(a, b);
      out[o++] = b == 0 ? 0 : Math.floorMod(a, b);
      out[o++] = (int) b == 0 ? 0 : Math.floorMod(a, (int) b);
      out[o++] = (int) b == 0 ? 0 : Math.floorDiv(a, (int) b);
      out[o++] = Long.bitCount(a);
      out[o++] = Long.numberOfLeadingZeros(a);
      out[o++] = Long.numberOfTrailingZeros(a);
      out[o++] = Long.rotateLeft(a, (int) b);
      out[o++] = Long.rotateRight(a, (int) b);
      out[o++] = Long.reverse(a);
      out[o++] = Long.reverseBytes(a);
      out[o++] = Long.highestOneBit(a);
      out[o++] = Long.lowestOneBit(a);
      out[o++] = Long.signum(a);
      out[o++] = Long.compare(a, b);
      out[o++] = Long.compareUnsigned(a, b);
      out[o++] = Long.min(a, b);
      out[o++] = Long.max(a, b);
      out[o++] = Long.sum(a, b);
      out[o++] = Math.multiplyHigh(a, b);
      out[o] = Double.doubleToLongBits(Double.longBitsToDouble(a));
    }
  }

  static final class Floats {
    static final int RESULTS = 14;

    static void body(int i, float[] left, float[] right, float[] out, int[] whole) {
      float a = left[i];
      float b = right[i];
      int o = i * RESULTS;
      out[o] = Math.min(a, b);
      out[o + 1] = Math.max(a, b);
      out[o + 2] = Math.abs(b);
      out[o + 3] = Math.fma(a, b, a);
      out[o + 4] = Math.signum(a);
      out[o + 5] = Math.copySign(a, b != b ? 1 : b);
      out[o + 6] = Float.min(a, b);
      out[o + 7] = Float.max(a, b);
      out[o + 8] = Float.sum(a, b);
      out[o + 9] = Float.intBitsToFloat(Float.floatToIntBits(a) + 1);
      out[o + 10] = Math.fma(a, b, -(a * b));
      out[o + 11] = (float) Math.floor(a);
      out[o + 12] = (float) Math.ceil(a / b);
      out[o + 13] = (float) Math.rint(b);
      whole[o] = Math.round(a);
      whole[o + 1] = Float.floatToIntBits(a);
      whole[o + 2] = a != a ? 0 : Float.floatToRawIntBits(a);
      whole[o + 3] = Float.isNaN(a) ? 1 : 0;
      whole[o + 4] = Float.isInfinite(a) ? 1 : 0;
      whole[o + 5] = Float.isFinite(a) ? 1 : 0;
      whole[o + 6] = Float.compare(a, b);
      whole[o + 7] = Math.round(a * b);
    }
  }

  static final class Doubles {
    static final int RESULTS = 14;

    static void body(int i, double[] left, double[] right, double[] out, long[] whole) {
      double a = left[i];
      double b = right[i];
      int o = i * RESULTS;
      out[o] = Math.min(a, b);
      out[o + 1] = Math.max(a, b);
      out[o + 2] = Math.abs(b);
      out[o + 3] = Math.fma(a, b, a);
      out[o + 4] = Math.signum(a);
      out[o + 5] = Math.copySign(a, b != b ? 1 : b);
      out[o + 6] = Double.min(a, b);
      out[o + 7] = Double.max(a, b);
      out[o + 8] = Double.sum(a, b);
      out[o + 9] = Double.longBitsToDouble(Double.doubleToLongBits(a) + 1);
      out[o + 10] = Math.fma(a, b, -(a * b));
      out[o + 11] = Math.floor(a);
      out[o + 12] = Math.ceil(a / b);
      out[o + 13] = Math.rint(b) + StrictMath.sqrt(a);
      whole[o] = Math.round(a);
      whole[o + 1] = Double.doubleToLongBits(a);
      whole[o + 2] = a != a ? 0 : Double.doubleToRawLongBits(a);
      whole[o + 3] = Double.isNaN(a) ? 1 : 0;
      whole[o + 4] = Double.isInfinite(a) ? 1 : 0;
      whole[o + 5] = Double.isFinite(a) ? 1 : 0;
      whole[o + 6] = Double.compare(a, b);
      whole[o + 7] = Math.round(a * b);
    }
  }
}
