package dev.slipstream.tornado.legal;

/**
 * {@code (float) Math.exp(x)} and the like of floats, with the results that the functions of {@code
 * dev.slipstream.compiler.math} have after rounding, bit for bit. These are the same operations on
 * doubles (fdlibm), but a float has so few exponents that finding and making powers of two takes
 * few steps, and there are no decisions. Pure functions; thread-safe.
 */
@SuppressWarnings("IdentityBinaryExpression") // What is infinite less itself is no number.
public final class FloatFunctions {
  private static final double LN_2_HIGH = 0x1.62e42feep-1;
  private static final double LN_2_LOW = 0x1.a39ef35793c76p-33;
  private static final double ONE_OVER_LN_2 = 0x1.71547652b82fep0;

  private static final double P1 = 0x1.555555555553ep-3;
  private static final double P2 = -0x1.6c16c16bebd93p-9;
  private static final double P3 = 0x1.1566aaf25de2cp-14;
  private static final double P4 = -0x1.bbd41c5d26bf1p-20;
  private static final double P5 = 0x1.6376972bea4dp-25;

  private static final double L1 = 0x1.5555555555593p-1;
  private static final double L2 = 0x1.999999997fa04p-2;
  private static final double L3 = 0x1.2492494229359p-2;
  private static final double L4 = 0x1.c71c51d8e78afp-3;
  private static final double L5 = 0x1.7466496cb03dep-3;
  private static final double L6 = 0x1.39a09d078c69fp-3;
  private static final double L7 = 0x1.2f112df3e5244p-3;

  private FloatFunctions() {}

  /** {@code (float) Math.exp(x)}. */
  public static float exp(float x) {
    // Outside of these all is zero or infinite.
    float notLess = x < -110f ? -110f : x;
    double a = notLess > 100f ? 100f : notLess;
    int k = Operators.toSmallInt(ONE_OVER_LN_2 * a + (x < 0f ? -0.5 : 0.5));
    double high = a - k * LN_2_HIGH;
    double low = k * LN_2_LOW;
    double r = high - low;
    double t = r * r;
    double c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
    double y = 1.0 - ((low - (r * c) / (2.0 - c)) - high);
    return (float) (y * powerOfTwo(k));
  }

  /** {@code 2^k}, for k from -160 to 255. */
  private static double powerOfTwo(int k) {
    int n = k + 160;
    double by32 = (n & 32) != 0 ? 0x1p32 : 1.0;
    double by64 = (n & 64) != 0 ? 0x1p64 : 1.0;
    double by128 = (n & 128) != 0 ? 0x1p-32 : 0x1p-160;
    double by256 = (n & 256) != 0 ? 0x1p256 : 1.0;
    return (double) (1L << (n & 31)) * by32 * (by64 * by128 * by256);
  }

  /** {@code (float) Math.log(x)}. */
  public static float log(float x) {
    // a * 2^k stays the same, and a comes to lie from 1 to 2.
    int k = x < 0x1p-75f ? -75 : 0;
    float a = x * (x < 0x1p-75f ? 0x1p75f : 1f);
    k += a < 1f ? -75 : 0;
    float b = a * (a < 1f ? 0x1p75f : 1f);
    k += b >= 0x1p64f ? 64 : 0;
    float by64 = b * (b >= 0x1p64f ? 0x1p-64f : 1f);
    k += by64 >= 0x1p32f ? 32 : 0;
    float by32 = by64 * (by64 >= 0x1p32f ? 0x1p-32f : 1f);
    k += by32 >= 0x1p16f ? 16 : 0;
    float by16 = by32 * (by32 >= 0x1p16f ? 0x1p-16f : 1f);
    k += by16 >= 0x1p8f ? 8 : 0;
    float by8 = by16 * (by16 >= 0x1p8f ? 0x1p-8f : 1f);
    k += by8 >= 0x1p4f ? 4 : 0;
    float by4 = by8 * (by8 >= 0x1p4f ? 0x1p-4f : 1f);
    k += by4 >= 0x1p2f ? 2 : 0;
    float by2 = by4 * (by4 >= 0x1p2f ? 0x1p-2f : 1f);
    k += by2 >= 0x1p1f ? 1 : 0;
    float m = by2 * (by2 >= 0x1p1f ? 0x1p-1f : 1f);
    k += m >= 0x1.6a09cp0f ? 1 : 0;
    float fraction = m * (m >= 0x1.6a09cp0f ? 0x1p-1f : 1f) - 1f;
    float usual = (float) logarithm(fraction, k, m);
    // Infinite where the logarithm is.
    float end = (x - 1f) * Float.MAX_VALUE * Float.MAX_VALUE;
    float negative = x < 0f ? end - end : x;
    float notPositive = x == 0f ? end : negative;
    float positive = x > Float.MAX_VALUE ? x : usual;
    return x > 0f ? positive : notPositive;
  }

  /**
   * The logarithm of {@code 2^k (1 + f)}.
   *
   * @param m decides how it is computed; twice {@code 1 + f} or that itself, from 1 to 2
   */
  private static double logarithm(double f, double k, float m) {
    double s = f / (2.0 + f);
    double z = s * s;
    double w = z * z;
    double even = w * (L2 + w * (L4 + w * L6));
    double odd = z * (L1 + w * (L3 + w * (L5 + w * L7)));
    double r = odd + even;
    double halfSquare = 0.5 * f * f;
    double low = k * LN_2_LOW;
    // Both differences are exact; with one condition there are none to be joined.
    float within = (m - 0x1.614798p0f) * (0x1.6b852p0f - m);
    double product = s * (within > 0f ? halfSquare + r : f - r);
    double rest = within > 0f ? halfSquare - (product + low) : product - low;
    return k * LN_2_HIGH - (rest - f);
  }
}
