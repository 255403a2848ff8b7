package dev.slipstream.compiler;

import dev.slipstream.api.Parallel;

/**
 * Loops over floats by their bits: each iteration mixes the results for {@code STRIDE} of them into
 * one number, and 4,096 iterations go through the 2²⁰ floats from one start on.
 */
final class FloatLoops {
  static final int STRIDE = 256;

  private FloatLoops() {}

  static void sin(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.sin(x)));
      }
      sums[j] = sum;
    }
  }

  static void cos(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.cos(x)));
      }
      sums[j] = sum;
    }
  }

  static void tan(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.tan(x)));
      }
      sums[j] = sum;
    }
  }

  static void asin(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.asin(x)));
      }
      sums[j] = sum;
    }
  }

  static void acos(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.acos(x)));
      }
      sums[j] = sum;
    }
  }

  static void atan(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.atan(x)));
      }
      sums[j] = sum;
    }
  }

  static void exp(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.exp(x)));
      }
      sums[j] = sum;
    }
  }

  static void log(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.log(x)));
      }
      sums[j] = sum;
    }
  }

  static void log10(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.log10(x)));
      }
      sums[j] = sum;
    }
  }

  static void log1p(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.log1p(x)));
      }
      sums[j] = sum;
    }
  }

  static void expm1(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.expm1(x)));
      }
      sums[j] = sum;
    }
  }

  static void cbrt(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.cbrt(x)));
      }
      sums[j] = sum;
    }
  }

  static void sinh(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.sinh(x)));
      }
      sums[j] = sum;
    }
  }

  static void cosh(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.cosh(x)));
      }
      sums[j] = sum;
    }
  }

  static void tanh(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.tanh(x)));
      }
      sums[j] = sum;
    }
  }

  static void sqrt(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.sqrt(x)));
      }
      sums[j] = sum;
    }
  }

  static void rint(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.rint(x)));
      }
      sums[j] = sum;
    }
  }

  static void floor(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.floor(x)));
      }
      sums[j] = sum;
    }
  }

  static void ceil(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.ceil(x)));
      }
      sums[j] = sum;
    }
  }

  static void abs(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.abs(x)));
      }
      sums[j] = sum;
    }
  }

  static void round(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, Math.round(x));
      }
      sums[j] = sum;
    }
  }

  static void signum(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.signum(x)));
      }
      sums[j] = sum;
    }
  }

  static void ulp(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.ulp(x)));
      }
      sums[j] = sum;
    }
  }

  static void nextUp(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.nextUp(x)));
      }
      sums[j] = sum;
    }
  }

  static void nextDown(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(Math.nextDown(x)));
      }
      sums[j] = sum;
    }
  }

  static void toRadians(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits((float) Math.toRadians(x)));
      }
      sums[j] = sum;
    }
  }

  static void sqrtOfFloat(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits((float) Math.sqrt(x)));
      }
      sums[j] = sum;
    }
  }

  static void getExponent(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, Math.getExponent(x));
      }
      sums[j] = sum;
    }
  }

  static void floatToRawIntBits(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, x != x ? 0 : Float.floatToRawIntBits(x));
      }
      sums[j] = sum;
    }
  }

  static void floatToIntBits(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, Float.floatToIntBits(x));
      }
      sums[j] = sum;
    }
  }

  static void f2i(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, (int) x);
      }
      sums[j] = sum;
    }
  }

  static void f2l(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, (long) x);
      }
      sums[j] = sum;
    }
  }

  static void f2d(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits((double) x));
      }
      sums[j] = sum;
    }
  }

  static void fneg(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, bits(-x));
      }
      sums[j] = sum;
    }
  }

  static void f2b(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, (byte) x);
      }
      sums[j] = sum;
    }
  }

  static void f2c(int[] starts, long[] sums) {
    for (@Parallel int j = 0; j < sums.length; j++) {
      long sum = 0;
      for (int k = 0; k < STRIDE; k++) {
        int bits = starts[j >> 12] + (j & 4095) * STRIDE + k;
        float x = Float.intBitsToFloat(bits);
        sum = mixed(sum, bits, (char) x);
      }
      sums[j] = sum;
    }
  }

  /** Adds a result to a sum, which changes if two results are exchanged. */
  static long mixed(long sum, int bits, long result) {
    long mix = (result + bits * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return sum + ((mix ^ mix >>> 29) * 0x94D049BB133111EBL);
  }

  private static long bits(double result) {
    return Double.doubleToLongBits(result);
  }

  private static long bits(float result) {
    return Float.floatToIntBits(result);
  }
}
