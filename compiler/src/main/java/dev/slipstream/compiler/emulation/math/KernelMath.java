package dev.slipstream.compiler.emulation.math;

/**
 * The functions that kernels call in place of those of {@link java.lang.Math}, with the same
 * special cases. Every device runs this code, so the choice of device never changes a bit of a
 * result. Results are those of {@link java.lang.StrictMath}, bit for bit, NaN payloads aside. Pure
 * functions; thread-safe; nothing is thrown.
 */
public final class KernelMath {
  private KernelMath() {}

  /** {@link Math#sin}, within 1 ulp. */
  public static double sin(double x) {
    return Trigonometric.sine(x);
  }

  /** {@link Math#cos}, within 1 ulp. */
  public static double cos(double x) {
    return Trigonometric.cosine(x);
  }

  /** {@link Math#tan}, within 1 ulp. */
  public static double tan(double x) {
    return Trigonometric.tangent(x);
  }

  /** {@link Math#asin}, within 1 ulp. */
  public static double asin(double x) {
    return InverseTrigonometric.arcSine(x);
  }

  /** {@link Math#acos}, within 1 ulp. */
  public static double acos(double x) {
    return InverseTrigonometric.arcCosine(x);
  }

  /** {@link Math#atan}, within 1 ulp. */
  public static double atan(double x) {
    return InverseTrigonometric.arcTangent(x);
  }

  /** {@link Math#atan2}, within 2 ulps. */
  public static double atan2(double y, double x) {
    return InverseTrigonometric.polarAngle(y, x);
  }

  /** {@link Math#exp}, within 1 ulp. */
  public static double exp(double x) {
    return Exponential.exponential(x);
  }

  /** {@link Math#expm1}, within 1 ulp. */
  public static double expm1(double x) {
    return Exponential.exponentialMinusOne(x);
  }

  /** {@link Math#log}, within 1 ulp. */
  public static double log(double x) {
    return Logarithm.naturalLogarithm(x);
  }

  /** {@link Math#log10}, within 1 ulp. */
  public static double log10(double x) {
    return Logarithm.decimalLogarithm(x);
  }

  /** {@link Math#log1p}, within 1 ulp. */
  public static double log1p(double x) {
    return Logarithm.logarithmOfOnePlus(x);
  }

  /** {@link Math#pow}, within 1 ulp. */
  public static double pow(double x, double y) {
    return Power.power(x, y);
  }

  /** {@link Math#cbrt}, within 1 ulp. */
  public static double cbrt(double x) {
    return Root.cubeRoot(x);
  }

  /** {@link Math#hypot}, within 1 ulp. */
  public static double hypot(double x, double y) {
    return Root.hypotenuse(x, y);
  }

  /** {@link Math#sinh}, within 2.5 ulps. */
  public static double sinh(double x) {
    return Hyperbolic.hyperbolicSine(x);
  }

  /** {@link Math#cosh}, within 2.5 ulps. */
  public static double cosh(double x) {
    return Hyperbolic.hyperbolicCosine(x);
  }

  /** {@link Math#tanh}, within 2.5 ulps. */
  public static double tanh(double x) {
    return Hyperbolic.hyperbolicTangent(x);
  }

  /** Java's {@code x % y} of doubles; exact. */
  public static double remainderDouble(double x, double y) {
    return Remainder.truncatedRemainder(x, y);
  }

  /** Java's {@code x % y} of floats; exact. */
  public static float remainderFloat(float x, float y) {
    // The remainder of two floats is a float, so the way over double loses nothing.
    return (float) Remainder.truncatedRemainder(x, y);
  }

  /** {@link Math#IEEEremainder}; exact. */
  public static double ieeeRemainder(double x, double y) {
    return Remainder.nearestRemainder(x, y);
  }
}
