package dev.slipstream.compiler.emulation.math;

/** Arc sine, arc cosine and arc tangent. */
public final class InverseTrigonometric {
  private static final double PI_HIGH = 0x1.921fb54442d18p1;
  private static final double PI_LOW = 0x1.1a62633145c07p-53;
  private static final double PI_OVER_2_HIGH = 0x1.921fb54442d18p0;
  private static final double PI_OVER_2_LOW = 0x1.1a62633145c07p-54;
  private static final double PI_OVER_4_HIGH = 0x1.921fb54442d18p-1;
  private static final double PI_OVER_4_LOW = 0x1.1a62633145c07p-55;
  private static final double ATAN_HALF_HIGH = 0x1.dac670561bb4fp-2;
  private static final double ATAN_HALF_LOW = 0x1.a2b7f222f65e2p-56;
  private static final double ATAN_THREE_HALVES_HIGH = 0x1.f730bd281f69bp-1;
  private static final double ATAN_THREE_HALVES_LOW = 0x1.007887af0cbbdp-56;

  private static final double P0 = 0x1.5555555555555p-3;
  private static final double P1 = -0x1.4d61203eb6f7dp-2;
  private static final double P2 = 0x1.9c1550e884455p-3;
  private static final double P3 = -0x1.48228b5688f3bp-5;
  private static final double P4 = 0x1.9efe07501b288p-11;
  private static final double P5 = 0x1.23de10dfdf709p-15;
  private static final double Q1 = -0x1.33a271c8a2d4bp1;
  private static final double Q2 = 0x1.02ae59c598ac8p1;
  private static final double Q3 = -0x1.6066c1b8d0159p-1;
  private static final double Q4 = 0x1.3b8c5b12e9282p-4;

  private static final double A0 = 0x1.555555555550dp-2;
  private static final double A1 = -0x1.999999998ebc4p-3;
  private static final double A2 = 0x1.24924920083ffp-3;
  private static final double A3 = -0x1.c71c6fe231671p-4;
  private static final double A4 = 0x1.745cdc54c206ep-4;
  private static final double A5 = -0x1.3b0f2af749a6dp-4;
  private static final double A6 = 0x1.10d66a0d03d51p-4;
  private static final double A7 = -0x1.dde2d52defd9ap-5;
  private static final double A8 = 0x1.97b4b24760debp-5;
  private static final double A9 = -0x1.2b4442c6a6c2fp-5;
  private static final double A10 = 0x1.0ad3ae322da11p-6;

  private InverseTrigonometric() {}

  /** The arc sine (fdlibm e_asin.c); within 1 ulp. */
  public static double asin(double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0.5) {
      if (magnitude < 0x1p-27) {
        return x;
      }
      return x + x * arcSineRatio(x * x);
    }
    if (magnitude == 1.0) {
      return x * PI_OVER_2_HIGH + x * PI_OVER_2_LOW;
    }
    if (!(magnitude < 1.0)) {
      return Double.NaN;
    }
    double t = (1.0 - magnitude) * 0.5;
    double ratio = arcSineRatio(t);
    double s = Math.sqrt(t);
    double result;
    if (magnitude >= 0x1.f3333p-1) {
      result = PI_OVER_2_HIGH - (2.0 * (s + s * ratio) - PI_OVER_2_LOW);
    } else {
      double w = DoubleBits.withoutLowWord(s);
      double c = (t - w * w) / (s + w);
      double p = 2.0 * s * ratio - (PI_OVER_2_LOW - 2.0 * c);
      double q = PI_OVER_4_HIGH - 2.0 * w;
      result = PI_OVER_4_HIGH - (p - q);
    }
    return x > 0 ? result : -result;
  }

  /** The arc cosine (fdlibm e_acos.c); within 1 ulp. */
  public static double acos(double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0.5) {
      if (magnitude < 0x1.00001p-57) {
        return PI_OVER_2_HIGH + PI_OVER_2_LOW;
      }
      return PI_OVER_2_HIGH - (x - (PI_OVER_2_LOW - x * arcSineRatio(x * x)));
    }
    if (magnitude == 1.0) {
      return x > 0 ? 0.0 : PI_HIGH + 2.0 * PI_OVER_2_LOW;
    }
    if (!(magnitude < 1.0)) {
      return Double.NaN;
    }
    double z = (1.0 - magnitude) * 0.5;
    double ratio = arcSineRatio(z);
    double s = Math.sqrt(z);
    if (x < 0) {
      return PI_HIGH - 2.0 * (s + (ratio * s - PI_OVER_2_LOW));
    }
    double head = DoubleBits.withoutLowWord(s);
    double c = (z - head * head) / (s + head);
    return 2.0 * (head + (ratio * s + c));
  }

  /** {@code (asin(x) - x) / x} on [0, 0.5], given {@code x * x}; the error is below 2^-58. */
  static double arcSineRatio(double t) {
    double p = t * (P0 + t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5)))));
    double q = 1.0 + t * (Q1 + t * (Q2 + t * (Q3 + t * Q4)));
    return p / q;
  }

  /** The arc tangent (fdlibm s_atan.c); within 1 ulp. */
  public static double atan(double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0.4375) {
      if (magnitude < 0x1p-29) {
        return x;
      }
      return x - x * arcTangentRatio(x);
    }
    if (!(magnitude < 0x1p66)) {
      if (!(Math.abs(x) <= Double.POSITIVE_INFINITY)) {
        return x;
      }
      return x > 0 ? PI_OVER_2_HIGH + PI_OVER_2_LOW : -PI_OVER_2_HIGH - PI_OVER_2_LOW;
    }
    double reduced;
    double high;
    double low;
    if (magnitude < 0.6875) {
      reduced = (2.0 * magnitude - 1.0) / (2.0 + magnitude);
      high = ATAN_HALF_HIGH;
      low = ATAN_HALF_LOW;
    } else if (magnitude < 1.1875) {
      reduced = (magnitude - 1.0) / (magnitude + 1.0);
      high = PI_OVER_4_HIGH;
      low = PI_OVER_4_LOW;
    } else if (magnitude < 2.4375) {
      reduced = (magnitude - 1.5) / (1.0 + 1.5 * magnitude);
      high = ATAN_THREE_HALVES_HIGH;
      low = ATAN_THREE_HALVES_LOW;
    } else {
      reduced = -1.0 / magnitude;
      high = PI_OVER_2_HIGH;
      low = PI_OVER_2_LOW;
    }
    double result = high - ((reduced * arcTangentRatio(reduced) - low) - reduced);
    return x < 0 ? -result : result;
  }

  /** {@code (x - atan(x)) / x} on [-0.4375, 0.4375]. */
  static double arcTangentRatio(double x) {
    double z = x * x;
    double w = z * z;
    double odd = z * (A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * A10)))));
    double even = w * (A1 + w * (A3 + w * (A5 + w * (A7 + w * A9))));
    return odd + even;
  }

  /** The angle of the point (x, y) (fdlibm e_atan2.c); within 2 ulps. */
  public static double atan2(double y, double x) {
    if (!(Math.abs(x) <= Double.POSITIVE_INFINITY) || !(Math.abs(y) <= Double.POSITIVE_INFINITY)) {
      return x + y;
    }
    if (x == 1.0) {
      return atan(y);
    }
    boolean left = DoubleBits.highWord(x) < 0;
    boolean below = DoubleBits.highWord(y) < 0;
    double xSize = Math.abs(x);
    double ySize = Math.abs(y);
    double angle;
    if (ySize == 0.0) {
      angle = left ? PI_HIGH : 0.0;
    } else if (xSize == 0.0) {
      angle = PI_OVER_2_HIGH;
    } else if (xSize > Double.MAX_VALUE) {
      if (ySize > Double.MAX_VALUE) {
        angle = left ? 3.0 * PI_OVER_4_HIGH : PI_OVER_4_HIGH;
      } else {
        angle = left ? PI_HIGH : 0.0;
      }
    } else if (ySize > Double.MAX_VALUE) {
      angle = PI_OVER_2_HIGH;
    } else {
      int exponents = (DoubleBits.highWord(ySize) - DoubleBits.highWord(xSize)) >> 20;
      if (exponents > 60) {
        angle = PI_OVER_2_HIGH + 0.5 * PI_LOW;
      } else if (left && exponents < -60) {
        angle = 0.0;
      } else {
        angle = atan(Math.abs(y / x));
      }
      if (left) {
        angle = PI_HIGH - (angle - PI_LOW);
      }
    }
    return below ? -angle : angle;
  }
}
