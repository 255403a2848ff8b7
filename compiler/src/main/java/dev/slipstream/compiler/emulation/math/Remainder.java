package dev.slipstream.compiler.emulation.math;

/** Floating-point remainders; exact, by shifting and subtracting significands. */
public final class Remainder {
  private static final long INFINITY = 0x7ff0_0000_0000_0000L;
  private static final long IMPLICIT_BIT = 0x10_0000_0000_0000L;
  private static final long SIGN = Long.MIN_VALUE;

  private Remainder() {}

  /** {@code x - y * trunc(x / y)}, Java's {@code %} (fdlibm e_fmod.c). */
  public static double remainderDouble(double x, double y) {
    long sign = Double.doubleToRawLongBits(x) & SIGN;
    long xBits = Double.doubleToRawLongBits(x) & ~SIGN;
    long yBits = Double.doubleToRawLongBits(y) & ~SIGN;
    if (yBits == 0 || xBits >= INFINITY || yBits > INFINITY) {
      return Double.NaN;
    }
    if (xBits < yBits) {
      return x;
    }
    int xExponent = (int) (xBits >>> 52);
    long significand = xBits & (IMPLICIT_BIT - 1);
    if (xExponent == 0) {
      xExponent = 1;
    } else {
      significand |= IMPLICIT_BIT;
    }
    int exponent = (int) (yBits >>> 52);
    long divisor = yBits & (IMPLICIT_BIT - 1);
    if (exponent == 0) {
      exponent = 1;
      // A subnormal divisor is normalised, so that one subtraction for each bit is enough.
      while (divisor < IMPLICIT_BIT) {
        divisor <<= 1;
        exponent--;
      }
    } else {
      divisor |= IMPLICIT_BIT;
    }
    while (significand < IMPLICIT_BIT) {
      significand <<= 1;
      xExponent--;
    }
    for (int bits = xExponent - exponent; bits > 0; bits--) {
      if (significand >= divisor) {
        significand -= divisor;
      }
      significand <<= 1;
    }
    if (significand >= divisor) {
      significand -= divisor;
    }
    if (significand == 0) {
      return Double.longBitsToDouble(sign);
    }
    while (significand < IMPLICIT_BIT) {
      significand <<= 1;
      exponent--;
    }
    if (exponent > 0) {
      long magnitude = (significand - IMPLICIT_BIT) | ((long) exponent << 52);
      return Double.longBitsToDouble(sign | magnitude);
    }
    return Double.longBitsToDouble(sign | (significand >>> (1 - exponent)));
  }

  /** Java's {@code x % y} of floats; exact. */
  public static float remainderFloat(float x, float y) {
    // The remainder of two floats is a float, so computing it with doubles loses nothing.
    return (float) remainderDouble(x, y);
  }

  /**
   * {@code x - y * n} with n the integer nearest to x / y, even if two are (fdlibm e_remainder.c).
   */
  public static double ieeeRemainder(double x, double y) {
    double divisor = Math.abs(y);
    double size = Math.abs(x);
    if (divisor == 0.0
        || !(size <= Double.MAX_VALUE)
        || !(Math.abs(divisor) <= Double.POSITIVE_INFINITY)) {
      return Double.NaN;
    }
    if (size == divisor) {
      return 0.0 * x;
    }
    double rest = size;
    if (divisor <= 0.5 * Double.MAX_VALUE) {
      rest = remainderDouble(size, divisor + divisor);
    }
    if (divisor < 0x1p-1021) {
      if (rest + rest > divisor) {
        rest -= divisor;
        if (rest + rest >= divisor) {
          rest -= divisor;
        }
      }
    } else {
      double half = 0.5 * divisor;
      if (rest > half) {
        rest -= divisor;
        if (rest >= half) {
          rest -= divisor;
        }
      }
    }
    return DoubleBits.highWord(x) < 0 ? -rest : rest;
  }
}
