package dev.slipstream.compiler.emulation.math;

/**
 * Logarithms. The argument is decomposed as {@code 2^k (1 + f)} with {@code 1 + f} between
 * sqrt(2)/2 and sqrt(2).
 */
public final class Logarithm {
  private static final double LN_2_HIGH = 0x1.62e42feep-1;
  private static final double LN_2_LOW = 0x1.a39ef35793c76p-33;
  private static final double ONE_OVER_LN_10 = 0x1.bcb7b1526e50ep-2;
  private static final double LOG10_2_HIGH = 0x1.34413509f6p-2;
  private static final double LOG10_2_LOW = 0x1.9fef311f12b36p-42;

  private static final double L1 = 0x1.5555555555593p-1;
  private static final double L2 = 0x1.999999997fa04p-2;
  private static final double L3 = 0x1.2492494229359p-2;
  private static final double L4 = 0x1.c71c51d8e78afp-3;
  private static final double L5 = 0x1.7466496cb03dep-3;
  private static final double L6 = 0x1.39a09d078c69fp-3;
  private static final double L7 = 0x1.2f112df3e5244p-3;

  private Logarithm() {}

  /** The natural logarithm (fdlibm e_log.c); within 1 ulp. */
  public static double log(double x) {
    int k = 0;
    double scaled = x;
    if (x < Double.MIN_NORMAL) {
      if (x == 0.0) {
        return Double.NEGATIVE_INFINITY;
      }
      if (x < 0.0) {
        return Double.NaN;
      }
      k = -54;
      scaled = x * 0x1p54;
    } else if (!(x <= Double.MAX_VALUE)) {
      return x + x;
    }
    int high = DoubleBits.highWord(scaled);
    int fraction = high & 0xf_ffff;
    int aboveRootTwo = (fraction + 0x9_5f64) & 0x10_0000;
    k += (high >> 20) - 1023 + (aboveRootTwo >> 20);
    double f = DoubleBits.withHighWord(scaled, fraction | (aboveRootTwo ^ 0x3ff0_0000)) - 1.0;
    if ((0xf_ffff & (2 + fraction)) < 3) {
      return logarithmNearPowerOfTwo(k, f);
    }
    double s = f / (2.0 + f);
    double z = s * s;
    double w = z * z;
    double even = w * (L2 + w * (L4 + w * L6));
    double odd = z * (L1 + w * (L3 + w * (L5 + w * L7)));
    double r = odd + even;
    if (fraction >= 0x6_147a && fraction <= 0x6_b851) {
      double halfSquare = 0.5 * f * f;
      if (k == 0) {
        return f - (halfSquare - s * (halfSquare + r));
      }
      return k * LN_2_HIGH - ((halfSquare - (s * (halfSquare + r) + k * LN_2_LOW)) - f);
    }
    if (k == 0) {
      return f - s * (f - r);
    }
    return k * LN_2_HIGH - ((s * (f - r) - k * LN_2_LOW) - f);
  }

  /** The logarithm of {@code 2^k (1 + f)} where f is below 2^-20. */
  static double logarithmNearPowerOfTwo(int k, double f) {
    if (f == 0.0) {
      return k == 0 ? 0.0 : k * LN_2_HIGH + k * LN_2_LOW;
    }
    double r = f * f * (0.5 - 1.0 / 3.0 * f);
    return k == 0 ? f - r : k * LN_2_HIGH - ((r - k * LN_2_LOW) - f);
  }

  /** The decimal logarithm (fdlibm e_log10.c); within 1 ulp, exact for powers of ten. */
  public static double log10(double x) {
    int k = 0;
    double scaled = x;
    if (x < Double.MIN_NORMAL) {
      if (x == 0.0) {
        return Double.NEGATIVE_INFINITY;
      }
      if (x < 0.0) {
        return Double.NaN;
      }
      k = -54;
      scaled = x * 0x1p54;
    } else if (!(x <= Double.MAX_VALUE)) {
      return x + x;
    }
    int high = DoubleBits.highWord(scaled);
    k += (high >> 20) - 1023;
    int negative = k >>> 31;
    double y = k + negative;
    double f = DoubleBits.withHighWord(scaled, (high & 0xf_ffff) | ((0x3ff - negative) << 20));
    return (y * LOG10_2_LOW + ONE_OVER_LN_10 * log(f)) + y * LOG10_2_HIGH;
  }

  /** {@code log(1 + x)} (fdlibm s_log1p.c); within 1 ulp. */
  public static double log1p(double x) {
    if (x <= -1.0) {
      return x == -1.0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    double magnitude = Math.abs(x);
    if (magnitude < 0x1p-29) {
      return magnitude < 0x1p-54 ? x : x - x * x * 0.5;
    }
    if (!(x <= Double.MAX_VALUE)) {
      return x + x;
    }
    // The bounds are those of the high word: -0.2929 < x < 0.41422.
    if (x < 0x1.a827ap-2 && x > -0x1.2bec4p-2) {
      return logarithmOfScaled(0, x, 0.0, 1);
    }
    double u = x;
    double correction = 0.0;
    if (x < 0x1p53) {
      u = 1.0 + x;
    }
    int high = DoubleBits.highWord(u);
    int k = (high >> 20) - 1023;
    if (x < 0x1p53) {
      correction = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
    }
    int fraction = high & 0xf_ffff;
    if (fraction < 0x6_a09e) {
      u = DoubleBits.withHighWord(u, fraction | 0x3ff0_0000);
    } else {
      k++;
      u = DoubleBits.withHighWord(u, fraction | 0x3fe0_0000);
      fraction = (0x10_0000 - fraction) >> 2;
    }
    return logarithmOfScaled(k, u - 1.0, correction, fraction);
  }

  /**
   * The logarithm of {@code 2^k (1 + f)} plus a correction; f is below 2^-20 if its fraction is 0.
   */
  static double logarithmOfScaled(int k, double f, double correction, int fraction) {
    double halfSquare = 0.5 * f * f;
    if (fraction == 0) {
      if (f == 0.0) {
        return k == 0 ? 0.0 : k * LN_2_HIGH + (correction + k * LN_2_LOW);
      }
      double r = halfSquare * (1.0 - 2.0 / 3.0 * f);
      return k == 0 ? f - r : k * LN_2_HIGH - ((r - (k * LN_2_LOW + correction)) - f);
    }
    double s = f / (2.0 + f);
    double z = s * s;
    double r = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
    if (k == 0) {
      return f - (halfSquare - s * (halfSquare + r));
    }
    return k * LN_2_HIGH
        - ((halfSquare - (s * (halfSquare + r) + (k * LN_2_LOW + correction))) - f);
  }
}
