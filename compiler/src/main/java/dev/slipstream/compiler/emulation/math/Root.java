package dev.slipstream.compiler.emulation.math;

/** The cube root and the hypotenuse. */
public final class Root {
  private static final double C = 0x1.15f15f15f15f1p-1;
  private static final double D = -0x1.691de2532c834p-1;
  private static final double E = 0x1.6a0ea0ea0ea0fp0;
  private static final double F = 0x1.9b6db6db6db6ep0;
  private static final double G = 0x1.6db6db6db6db7p-2;

  private Root() {}

  /** The cube root (fdlibm s_cbrt.c); within 0.667 ulp. */
  public static double cbrt(double x) {
    double magnitude = Math.abs(x);
    if (magnitude == 0.0 || !(magnitude <= Double.MAX_VALUE)) {
      return x + x;
    }
    // 5 bits, by a third of the exponent.
    double t;
    if (magnitude < Double.MIN_NORMAL) {
      t = DoubleBits.fromHighWord(third(DoubleBits.highWord(magnitude * 0x1p54)) + 696219795);
    } else {
      t = DoubleBits.fromHighWord(third(DoubleBits.highWord(magnitude)) + 715094163);
    }
    // 23 bits, cut to 20 and made larger than the root.
    double s = C + (t * t / magnitude) * t;
    t *= G + F / (s + E + D / s);
    t = DoubleBits.fromHighWord(DoubleBits.highWord(t) + 1);
    // 53 bits, by one step of Newton's.
    s = t * t;
    double r = magnitude / s;
    r = (r - t) / ((t + t) + r);
    t = t + t * r;
    return x < 0 ? -t : t;
  }

  /** {@code n / 3} for n of 0 and more. */
  static int third(int n) {
    return (int) ((n * 0x5555_5556L) >>> 32);
  }

  /** {@code sqrt(x * x + y * y)} without intermediate overflow (fdlibm e_hypot.c); within 1 ulp. */
  public static double hypot(double x, double y) {
    double a = Math.abs(x);
    double b = Math.abs(y);
    if (a > Double.MAX_VALUE || b > Double.MAX_VALUE) {
      return Double.POSITIVE_INFINITY;
    }
    if (!(Math.abs(a) <= Double.POSITIVE_INFINITY) || !(Math.abs(b) <= Double.POSITIVE_INFINITY)) {
      return a + b;
    }
    int high = DoubleBits.highWord(a);
    int low = DoubleBits.highWord(b);
    if (low > high) {
      double swap = a;
      a = b;
      b = swap;
      int swapWord = high;
      high = low;
      low = swapWord;
    }
    if (high - low > 0x3c0_0000 || b == 0.0) {
      return a + b;
    }
    int power = 0;
    if (high > 0x5f30_0000) {
      power = 600;
      a *= 0x1p-600;
      b *= 0x1p-600;
    } else if (low < 0x20b0_0000) {
      power = -600;
      a *= 0x1p600;
      b *= 0x1p600;
    }
    // Below the normal numbers fdlibm takes the leading parts from before the scaling, so that they
    // are zero.
    double aHigh = low < 0x10_0000 ? 0.0 : DoubleBits.withoutLowWord(a);
    double bHigh = low < 0x10_0000 ? 0.0 : DoubleBits.withoutLowWord(b);
    double root = scaledHypotenuse(a, aHigh, b, bHigh);
    return power == 0 ? root : root * DoubleBits.fromHighWord((1023 + power) << 20);
  }

  /**
   * The hypotenuse, for a at least about b and no square that overflows or vanishes.
   *
   * @param aHigh the leading bits of a, whose square is exact
   * @param bHigh the leading bits of b
   */
  static double scaledHypotenuse(double a, double aHigh, double b, double bHigh) {
    double w = a - b;
    if (w > b) {
      double aLow = a - aHigh;
      return Math.sqrt(aHigh * aHigh + (b * b + aLow * (a + aHigh)));
    }
    double doubleHigh = aHigh + aHigh;
    double rest = (a + a) - doubleHigh;
    return Math.sqrt(doubleHigh * bHigh + (w * w + (doubleHigh * (b - bHigh) + rest * b)));
  }
}
