package dev.slipstream.compiler.emulation.math;

/** Hyperbolic sine, cosine and tangent, computed by means of {@link Exponential}. */
public final class Hyperbolic {
  /** From here on exp(-x) is negligible next to exp(x). */
  private static final double ONE_SIDED = 22.0;

  /** Below this exp(x) is certainly finite. */
  private static final double EXP_OVERFLOWS = 0x1.62e42p9;

  /** The largest argument whose hyperbolic sine and cosine are finite. */
  private static final double LARGEST = 0x1.633ce8fb9f87dp9;

  private Hyperbolic() {}

  /** The hyperbolic sine (fdlibm e_sinh.c); within 2.5 ulps. */
  public static double sinh(double x) {
    double magnitude = Math.abs(x);
    double half = x < 0 ? -0.5 : 0.5;
    if (magnitude < ONE_SIDED) {
      if (magnitude < 0x1p-28) {
        return x;
      }
      double t = Exponential.expm1(magnitude);
      if (magnitude < 1.0) {
        return half * (2.0 * t - t * t / (t + 1.0));
      }
      return half * (t + t / (t + 1.0));
    }
    if (magnitude < EXP_OVERFLOWS) {
      return half * Exponential.exp(magnitude);
    }
    if (magnitude <= LARGEST) {
      double w = Exponential.exp(0.5 * magnitude);
      return (half * w) * w;
    }
    return x * 1e307;
  }

  /** The hyperbolic cosine (fdlibm e_cosh.c); within 2.5 ulps. */
  public static double cosh(double x) {
    double magnitude = Math.abs(x);
    if (magnitude < 0x1.62e43p-2) {
      double t = Exponential.expm1(magnitude);
      double w = 1.0 + t;
      return magnitude < 0x1p-55 ? w : 1.0 + (t * t) / (w + w);
    }
    if (magnitude < ONE_SIDED) {
      double t = Exponential.exp(magnitude);
      return 0.5 * t + 0.5 / t;
    }
    if (magnitude < EXP_OVERFLOWS) {
      return 0.5 * Exponential.exp(magnitude);
    }
    if (magnitude <= LARGEST) {
      double w = Exponential.exp(0.5 * magnitude);
      return (0.5 * w) * w;
    }
    return magnitude * 1e307;
  }

  /** The hyperbolic tangent (fdlibm s_tanh.c); within 2.5 ulps. */
  public static double tanh(double x) {
    double magnitude = Math.abs(x);
    double result;
    if (magnitude < ONE_SIDED) {
      if (magnitude < 0x1p-55) {
        return x * (1.0 + x);
      }
      if (magnitude >= 1.0) {
        double t = Exponential.expm1(2.0 * magnitude);
        result = 1.0 - 2.0 / (t + 2.0);
      } else {
        double t = Exponential.expm1(-2.0 * magnitude);
        result = -t / (t + 2.0);
      }
    } else if (!(Math.abs(x) <= Double.POSITIVE_INFINITY)) {
      return x;
    } else {
      result = 1.0;
    }
    return x < 0 ? -result : result;
  }
}
