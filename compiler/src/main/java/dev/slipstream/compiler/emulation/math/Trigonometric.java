package dev.slipstream.compiler.emulation.math;

import static dev.slipstream.compiler.emulation.math.SineSeries.C1;
import static dev.slipstream.compiler.emulation.math.SineSeries.C2;
import static dev.slipstream.compiler.emulation.math.SineSeries.C3;
import static dev.slipstream.compiler.emulation.math.SineSeries.C4;
import static dev.slipstream.compiler.emulation.math.SineSeries.C5;
import static dev.slipstream.compiler.emulation.math.SineSeries.C6;
import static dev.slipstream.compiler.emulation.math.SineSeries.S1;
import static dev.slipstream.compiler.emulation.math.SineSeries.S2;
import static dev.slipstream.compiler.emulation.math.SineSeries.S3;
import static dev.slipstream.compiler.emulation.math.SineSeries.S4;
import static dev.slipstream.compiler.emulation.math.SineSeries.S5;
import static dev.slipstream.compiler.emulation.math.SineSeries.S6;

/**
 * Sine, cosine and tangent. {@link AngleReduction} reduces the angle to at most pi/4, where a
 * polynomial is within 1 ulp.
 */
public final class Trigonometric {
  /** Selects a function of a reduced angle: the sine. The cosine's number is relative to it. */
  static final int SINE = 0;

  /** The cosine: the sine of an angle one quarter turn ahead. */
  static final int COSINE = 1;

  static final int TANGENT = 2;

  /** The least number whose high word is above that of pi/4. */
  private static final double ABOVE_EIGHTH_TURN = 0x1.921fcp-1;

  private static final double T0 = 0x1.5555555555563p-2;
  private static final double T1 = 0x1.111111110fe7ap-3;
  private static final double T2 = 0x1.ba1ba1bb341fep-5;
  private static final double T3 = 0x1.664f48406d637p-6;
  private static final double T4 = 0x1.226e3e96e8493p-7;
  private static final double T5 = 0x1.d6d22c9560328p-9;
  private static final double T6 = 0x1.7dbc8fee08315p-10;
  private static final double T7 = 0x1.344d8f2f26501p-11;
  private static final double T8 = 0x1.026f71a8d1068p-12;
  private static final double T9 = 0x1.47e88a03792a6p-14;
  private static final double T10 = 0x1.2b80f32f0a7e9p-14;
  private static final double T11 = -0x1.375cbdb605373p-16;
  private static final double T12 = 0x1.b2a7074bf7ad4p-16;

  private static final double PI_OVER_4_HIGH = 0x1.921fb54442d18p-1;
  private static final double PI_OVER_4_LOW = 0x1.1a62633145c07p-55;

  private Trigonometric() {}

  /** The sine (fdlibm s_sin.c); within 1 ulp. */
  public static double sin(double x) {
    if (Math.abs(x) < ABOVE_EIGHTH_TURN) {
      return sineOfSmallAngle(x);
    }
    return AngleReduction.ofAngle(SINE, x);
  }

  /** The cosine (fdlibm s_cos.c); within 1 ulp. */
  public static double cos(double x) {
    if (Math.abs(x) < ABOVE_EIGHTH_TURN) {
      return cosineOfReducedAngle(x, 0.0);
    }
    return AngleReduction.ofAngle(COSINE, x);
  }

  /** The tangent (fdlibm s_tan.c); within 1 ulp. */
  public static double tan(double x) {
    if (Math.abs(x) < ABOVE_EIGHTH_TURN) {
      return tangentOfReducedAngle(x, 0.0, 0);
    }
    return AngleReduction.ofAngle(TANGENT, x);
  }

  /**
   * The function of {@code quarterTurns * pi/2 + angle + tail}.
   *
   * @param function {@link #SINE}, {@link #COSINE} or {@link #TANGENT}
   * @param angle at most about pi/4
   * @param tail the part of the angle that was lost in rounding
   */
  static double ofReducedAngle(int function, int quarterTurns, double angle, double tail) {
    if (function == TANGENT) {
      return tangentOfReducedAngle(angle, tail, quarterTurns);
    }
    int quarter = (quarterTurns + function) & 3;
    double value =
        (quarter & 1) == 0 ? sineOfReducedAngle(angle, tail) : cosineOfReducedAngle(angle, tail);
    return quarter < 2 ? value : -value;
  }

  /** The sine on [-pi/4, pi/4] (fdlibm k_sin.c, without a tail). */
  static double sineOfSmallAngle(double x) {
    if (Math.abs(x) < 0x1p-27) {
      return x;
    }
    double z = x * x;
    double r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    return x + (z * x) * (S1 + z * r);
  }

  /** The sine of {@code x + tail} on [-pi/4, pi/4] (fdlibm k_sin.c). */
  static double sineOfReducedAngle(double x, double tail) {
    if (Math.abs(x) < 0x1p-27) {
      return x;
    }
    double z = x * x;
    double v = z * x;
    double r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    return x - ((z * (0.5 * tail - v * r) - tail) - v * S1);
  }

  /** The cosine of {@code x + tail} on [-pi/4, pi/4] (fdlibm k_cos.c). */
  static double cosineOfReducedAngle(double x, double tail) {
    double magnitude = Math.abs(x);
    if (magnitude < 0x1p-27) {
      return 1.0;
    }
    double z = x * x;
    double r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
    if (magnitude < 0x1.33333p-2) {
      return 1.0 - (0.5 * z - (z * r - x * tail));
    }
    // About a quarter of x is subtracted exactly from both 1 and z/2, which reduces the rounding
    // error.
    double quarter = 0.28125;
    if (magnitude < 0x1.90001p-1) {
      quarter = DoubleBits.fromHighWord(DoubleBits.highWord(magnitude) - 0x0020_0000);
    }
    return (1.0 - quarter) - ((0.5 * z - quarter) - (z * r - x * tail));
  }

  /**
   * The tangent of {@code quarterTurns * pi/2 + x + tail}, with x on [-pi/4, pi/4]: that of {@code
   * x + tail}, or -1 divided by it (fdlibm k_tan.c).
   */
  static double tangentOfReducedAngle(double x, double tail, int quarterTurns) {
    boolean inverse = (quarterTurns & 1) != 0;
    double magnitude = Math.abs(x);
    if (magnitude < 0x1p-28) {
      return inverse ? minusInverse(x + tail, x, tail) : x;
    }
    if (magnitude >= 0x1.59428p-1) {
      double sign = x < 0 ? -1.0 : 1.0;
      double complement = (PI_OVER_4_HIGH - magnitude) + (PI_OVER_4_LOW - sign * tail);
      double r = tangentBeyondFirstTerm(complement, 0.0);
      double w = complement + r;
      double v = inverse ? -1.0 : 1.0;
      return sign * (v - 2.0 * (complement - (w * w / (w + v) - r)));
    }
    double r = tangentBeyondFirstTerm(x, tail);
    double w = x + r;
    return inverse ? minusInverse(w, x, r) : w;
  }

  /** {@code tan(x + tail) - x} by a polynomial of degree 27, on [-0.6744, 0.6744]. */
  static double tangentBeyondFirstTerm(double x, double tail) {
    double z = x * x;
    double w = z * z;
    double odd = T1 + w * (T3 + w * (T5 + w * (T7 + w * (T9 + w * T11))));
    double even = z * (T2 + w * (T4 + w * (T6 + w * (T8 + w * (T10 + w * T12)))));
    double s = z * x;
    return (tail + z * (s * (odd + even) + tail)) + T0 * s;
  }

  /** {@code -1 / (x + tail)}, where {@code sum} is {@code x + tail} rounded. */
  static double minusInverse(double sum, double x, double tail) {
    double z = DoubleBits.withoutLowWord(sum);
    double v = tail - (z - x);
    double rounded = -1.0 / sum;
    double t = DoubleBits.withoutLowWord(rounded);
    double s = 1.0 + t * z;
    return t + rounded * (s + t * v);
  }
}
