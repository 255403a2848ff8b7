package dev.slipstream.tornado.emulation;

/**
 * {@code (float) Math.exp(x)} and similar functions of floats. Their results equal those of {@code
 * dev.slipstream.compiler.emulation.math} after rounding. Both were compared for each of the
 * 2<sup>32</sup> floats; a change here needs that comparison again. No result depends on a device
 * that divides or rounds differently from Java. Pure functions; thread-safe.
 */
@SuppressWarnings("IdentityBinaryExpression") // Infinity minus itself is NaN.
public final class FloatFunctionEmulation {
  private static final double LN_2_HIGH = 0x1.62e42feep-1;
  private static final double LN_2_LOW = 0x1.a39ef35793c76p-33;
  private static final float ONE_OVER_LN_2 = 0x1.715476p0f;

  /**
   * Coefficients of {@code (exp(r) - 1 - r) / r^2}, interpolated where |r| is at most half of ln 2.
   */
  private static final double E2 = 0x1.0p-1;

  private static final double E3 = 0x1.5555555553b77p-3;
  private static final double E4 = 0x1.5555555554cb6p-5;
  private static final double E5 = 0x1.1111111c47f01p-7;
  private static final double E6 = 0x1.6c16c17390363p-10;
  private static final double E7 = 0x1.a019ada17a5e7p-13;
  private static final double E8 = 0x1.a019c9a4211d1p-16;
  private static final double E9 = 0x1.72c72f45cef76p-19;
  private static final double E10 = 0x1.288042dd40847p-22;

  private static final double L1 = 0x1.5555555555593p-1;
  private static final double L2 = 0x1.999999997fa04p-2;
  private static final double L3 = 0x1.2492494229359p-2;
  private static final double L4 = 0x1.c71c51d8e78afp-3;
  private static final double L5 = 0x1.7466496cb03dep-3;
  private static final double L6 = 0x1.39a09d078c69fp-3;
  private static final double L7 = 0x1.2f112df3e5244p-3;

  private FloatFunctionEmulation() {}

  /** Returns {@code (float) Math.exp(x)}. */
  public static float exp(float x) {
    // Outside of these limits the result is zero or infinite.
    float notLess = x < -110f ? -110f : x;
    float a = notLess > 100f ? 100f : notLess;
    // Rounds: the sum has no fraction bits.
    float k = (ONE_OVER_LN_2 * a + 0x1.8p23f) - 0x1.8p23f;
    double r = (a - k * LN_2_HIGH) - k * LN_2_LOW;
    double upper = E7 + r * (E8 + r * (E9 + r * E10));
    double terms = E2 + r * (E3 + r * (E4 + r * (E5 + r * (E6 + r * upper))));
    double y = 1.0 + (r + r * r * terms);
    // Computes y * 2^k; n is not negative.
    int n = OperatorEmulation.toSmallInt(k) + 160;
    double by16 = 1 << (n >>> 4);
    double by32 = by16 * by16;
    double by64 = by32 * by32;
    double by128 = by64 * by64;
    double first = y * (1 << (n & 15));
    return (float) (first * (by128 * by128 * 0x1p-160));
  }

  /** Returns {@code (float) Math.log(x)}, with the operations of fdlibm's e_log.c. */
  public static float log(float x) {
    // Moves a into [1, 2); a * 2^k stays the same.
    int k = 0;
    float a = x;
    if (a < 0x1p-75f) {
      a *= 0x1p75f;
      k = -75;
    }
    if (a < 1f) {
      a *= 0x1p75f;
      k -= 75;
    }
    if (a >= 0x1p64f) {
      a *= 0x1p-64f;
      k += 64;
    }
    if (a >= 0x1p32f) {
      a *= 0x1p-32f;
      k += 32;
    }
    if (a >= 0x1p16f) {
      a *= 0x1p-16f;
      k += 16;
    }
    if (a >= 0x1p8f) {
      a *= 0x1p-8f;
      k += 8;
    }
    if (a >= 0x1p4f) {
      a *= 0x1p-4f;
      k += 4;
    }
    if (a >= 0x1p2f) {
      a *= 0x1p-2f;
      k += 2;
    }
    if (a >= 0x1p1f) {
      a *= 0x1p-1f;
      k += 1;
    }
    float m = a;
    if (a >= 0x1.6a09cp0f) {
      a *= 0.5f;
      k += 1;
    }
    float fraction = a - 1f;
    float usual = (float) logarithm(fraction, k, m);
    // Infinite where the logarithm is infinite.
    float end = (x - 1f) * Float.MAX_VALUE * Float.MAX_VALUE;
    float negative = x < 0f ? end - end : x;
    float notPositive = x == 0f ? end : negative;
    float positive = x > Float.MAX_VALUE ? x : usual;
    return x > 0f ? positive : notPositive;
  }

  /**
   * Returns the logarithm of {@code 2^k (1 + f)}.
   *
   * @param m selects the formula: {@code 1 + f} or twice that, from 1 to 2
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
    // Both differences are exact. A single condition leaves none to be joined.
    float within = (m - 0x1.614798p0f) * (0x1.6b852p0f - m);
    double product = s * (within > 0f ? halfSquare + r : f - r);
    double rest = within > 0f ? halfSquare - (product + low) : product - low;
    return k * LN_2_HIGH - (rest - f);
  }
}
