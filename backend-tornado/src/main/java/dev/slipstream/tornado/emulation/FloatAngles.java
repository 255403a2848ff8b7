package dev.slipstream.tornado.emulation;

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
 * {@code (float) Math.sin(x)} and similar functions of floats. Their results equal those of {@code
 * dev.slipstream.compiler.emulation.math} after rounding. Both were compared for each of the
 * 2<sup>32</sup> floats; a change here needs that comparison again. No result depends on a device
 * that divides or rounds differently from Java. Pure functions; thread-safe.
 *
 * <p>For usual angles both polynomials are computed before any branch but the first, so that a
 * compiler can share them between the sine and the cosine of one angle.
 */
@SuppressWarnings("IdentityBinaryExpression") // Infinity minus itself is NaN.
public final class FloatAngles {
  /** The functions: the number of quarter turns ahead of the sine, or the tangent. */
  private static final int SINE = 0;

  private static final int COSINE = 1;
  private static final int TANGENT = 2;

  /** Angles below 2^20 are usual. */
  private static final float SQUARE_OF_LARGE = 0x1p40f;

  /** A sum with one of these has no fraction bits, or is a multiple of 4. */
  private static final float WHOLE_FLOAT = 0x1.8p23f;

  private static final double WHOLE = 0x1.8p52;
  private static final double FOURS = 0x1.8p54;

  private static final float TWO_OVER_PI = 0x1.45f306p-1f;
  private static final double HALF_PI = 0x1.921fb54442d18p0;

  /** Has 33 bits, so that products with whole numbers below 2^20 are exact. */
  private static final double HALF_PI_HIGH = 0x1.921fb544p0;

  private static final double HALF_PI_LOW = 0x1.0b4611a626331p-34;

  private FloatAngles() {}

  /** Returns {@code (float) Math.sin(x)}. */
  public static float sin(float x) {
    return x * x < SQUARE_OF_LARGE ? ofUsual(SINE, x) : ofLarge(SINE, x);
  }

  /** Returns {@code (float) Math.cos(x)}. */
  public static float cos(float x) {
    return x * x < SQUARE_OF_LARGE ? ofUsual(COSINE, x) : ofLarge(COSINE, x);
  }

  /** Returns {@code (float) Math.tan(x)}. */
  public static float tan(float x) {
    return x * x < SQUARE_OF_LARGE ? ofUsual(TANGENT, x) : ofLarge(TANGENT, x);
  }

  private static float ofUsual(int function, float x) {
    float k = (TWO_OVER_PI * x + WHOLE_FLOAT) - WHOLE_FLOAT;
    double rest = (x - k * HALF_PI_HIGH) - k * HALF_PI_LOW;
    return ofTurns(function, OperatorEmulation.toSmallInt(k), rest);
  }

  /**
   * Computes a function of any other angle: M. Payne and R. Hanek, "Radian reduction for
   * trigonometric functions", SIGNUM 18 (1983), in products of doubles.
   */
  private static float ofLarge(int function, float x) {
    float a = x < 0f ? 0f - x : x;
    // The relevant digits of 2/pi, for four ranges of angles: the digits before give whole turns.
    double first = 0x1.45f307p-1;
    double second = -0x1.1b1bbeap-28;
    double third = -0x1.ac07b1505c159p-57;
    if (a >= 0x1p47f) {
      first = -0x1.236377ep-25;
      second = 0x1.4a7f09dp-54;
      third = 0x1.7d1f534ddc0dbp-84;
    }
    if (a >= 0x1p74f) {
      first = 0x1.529fc28p-52;
      second = -0x1.505c159p-81;
      third = -0x1.911f924eb5336p-111;
    }
    if (a >= 0x1p101f) {
      first = 0x1.d5f47d5p-78;
      second = -0x1.6447e4ap-109;
      third = 0x1.8a5664f10e41p-138;
    }
    double finite = a * 0.5f < 0x1p127f ? x : 0f;
    // The first two products are exact.
    double high = first * finite;
    double middle = second * finite;
    double low = third * finite;
    double head = high - ((high + FOURS) - FOURS);
    double k = ((head + middle) + WHOLE) - WHOLE;
    double rest = (((head - k) + middle) + low) * HALF_PI;
    return ofTurns(function, OperatorEmulation.toSmallInt(k), rest + (x - x));
  }

  /**
   * Computes a function of some quarter turns and a remaining angle.
   *
   * @param x the remaining angle, at most slightly more than an eighth of a turn
   */
  private static float ofTurns(int function, int turns, double x) {
    double z = x * x;
    double sine = x * (1.0 + z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6))))));
    double terms = C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6))));
    double cosine = 1.0 + z * (-0.5 + z * terms);
    if (function == TANGENT) {
      double dividend = (turns & 1) == 0 ? sine : -cosine;
      return (float) (dividend / ((turns & 1) == 0 ? cosine : sine));
    }
    float even = (float) sine;
    float odd = (float) cosine;
    int ahead = turns + function;
    float value = (ahead & 1) == 0 ? even : odd;
    return (ahead & 2) == 0 ? value : -value;
  }
}
