package dev.slipstream.compiler.emulation.math;

/**
 * The exponential function, also minus 1. The argument is decomposed as {@code k ln 2 + r}, where
 * the magnitude of {@code r} is at most half of {@code ln 2}.
 */
public final class Exponential {
  private static final double OVERFLOW = 0x1.62e42fefa39efp9;
  private static final double UNDERFLOW = -0x1.74910d52d3051p9;
  private static final double LN_2_HIGH = 0x1.62e42feep-1;
  private static final double LN_2_LOW = 0x1.a39ef35793c76p-33;
  private static final double ONE_OVER_LN_2 = 0x1.71547652b82fep0;

  /** Just above 0.5 ln 2 and 1.5 ln 2: where the high word is above theirs. */
  private static final double HALF_LN_2 = 0x1.62e43p-2;

  private static final double THREE_HALVES_LN_2 = 0x1.0a2b2p0;

  private static final double P1 = 0x1.555555555553ep-3;
  private static final double P2 = -0x1.6c16c16bebd93p-9;
  private static final double P3 = 0x1.1566aaf25de2cp-14;
  private static final double P4 = -0x1.bbd41c5d26bf1p-20;
  private static final double P5 = 0x1.6376972bea4dp-25;

  private static final double Q1 = -0x1.11111111110f4p-5;
  private static final double Q2 = 0x1.a01a019fe5585p-10;
  private static final double Q3 = -0x1.4ce199eaadbb7p-14;
  private static final double Q4 = 0x1.0cfca86e65239p-18;
  private static final double Q5 = -0x1.afdb76e09c32dp-23;

  private Exponential() {}

  /** The exponential function (fdlibm e_exp.c); within 1 ulp. */
  public static double exp(double x) {
    if (!(Math.abs(x) <= Double.POSITIVE_INFINITY)) {
      return x;
    }
    if (x > OVERFLOW) {
      return Double.POSITIVE_INFINITY;
    }
    if (x < UNDERFLOW) {
      return 0.0;
    }
    double magnitude = Math.abs(x);
    if (magnitude < HALF_LN_2) {
      if (magnitude < 0x1p-28) {
        return 1.0 + x;
      }
      double c = exponentialTerm(x);
      return 1.0 - ((x * c) / (c - 2.0) - x);
    }
    int k = wholeLogarithms(x, magnitude);
    double high = x - k * LN_2_HIGH;
    double low = k * LN_2_LOW;
    double r = high - low;
    double c = exponentialTerm(r);
    double y = 1.0 - ((low - (r * c) / (2.0 - c)) - high);
    if (k >= -1021) {
      return DoubleBits.timesPowerOfTwo(y, k);
    }
    return DoubleBits.timesPowerOfTwo(y, k + 1000) * 0x1p-1000;
  }

  /** The multiple of ln 2 that is subtracted from an argument above 0.5 ln 2. */
  static int wholeLogarithms(double x, double magnitude) {
    if (magnitude < THREE_HALVES_LN_2) {
      return x < 0 ? -1 : 1;
    }
    return (int) (ONE_OVER_LN_2 * x + (x < 0 ? -0.5 : 0.5));
  }

  /** {@code x - x^2 (P1 + ...)}: with c for it, exp(x) is 1 + x + x c / (2 - c). */
  static double exponentialTerm(double x) {
    double t = x * x;
    return x - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  }

  /** {@code exp(x) - 1} (fdlibm s_expm1.c); within 1 ulp. */
  public static double expm1(double x) {
    if (!(Math.abs(x) <= Double.POSITIVE_INFINITY)) {
      return x;
    }
    if (x > OVERFLOW) {
      return Double.POSITIVE_INFINITY;
    }
    if (x <= -0x1.3687ap5) {
      return -1.0;
    }
    double magnitude = Math.abs(x);
    if (magnitude < 0x1p-54) {
      return x;
    }
    int k = 0;
    double r = x;
    double c = 0.0;
    if (magnitude >= HALF_LN_2) {
      k = wholeLogarithms(x, magnitude);
      double high = x - k * LN_2_HIGH;
      double low = k * LN_2_LOW;
      r = high - low;
      c = (high - r) - low;
    }
    double half = 0.5 * r;
    double halfSquare = r * half;
    double r1 =
        1.0
            + halfSquare
                * (Q1
                    + halfSquare * (Q2 + halfSquare * (Q3 + halfSquare * (Q4 + halfSquare * Q5))));
    double t = 3.0 - r1 * half;
    double e = halfSquare * ((r1 - t) / (6.0 - r * t));
    if (k == 0) {
      return r - (r * e - halfSquare);
    }
    e = (r * (e - c) - c) - halfSquare;
    return exponentialTimesMinusOne(k, r, e);
  }

  /** {@code 2^k exp(r) - 1}, where {@code exp(r)} is {@code 1 + (r - e)} and k is not 0. */
  static double exponentialTimesMinusOne(int k, double r, double e) {
    if (k == -1) {
      return 0.5 * (r - e) - 0.5;
    }
    if (k == 1) {
      return r < -0.25 ? -2.0 * (e - (r + 0.5)) : 1.0 + 2.0 * (r - e);
    }
    if (k <= -2 || k > 56) {
      return DoubleBits.timesPowerOfTwo(1.0 - (e - r), k) - 1.0;
    }
    if (k < 20) {
      double oneMinusPower = DoubleBits.fromHighWord(0x3ff0_0000 - (0x0020_0000 >> k));
      return DoubleBits.timesPowerOfTwo(oneMinusPower - (e - r), k);
    }
    double power = DoubleBits.fromHighWord((0x3ff - k) << 20);
    return DoubleBits.timesPowerOfTwo((r - (e + power)) + 1.0, k);
  }
}
