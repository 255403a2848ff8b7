package dev.slipstream.tornado.emulation;

/**
 * Computes what {@code dev.slipstream.compiler.emulation.math.DoubleBits} does with a double's bits
 * by arithmetic, which is faster than to compute the bits themselves. Pure functions; thread-safe.
 */
@SuppressWarnings("IdentityBinaryExpression") // Only a NaN differs from itself.
public final class DoubleBitsEmulation {
  private static final int MOST = 0x7ff;

  private DoubleBitsEmulation() {}

  /**
   * Returns the sign, the exponent and the 20 leading bits of the significand; a NaN loses its
   * payload.
   */
  public static int highWord(double x) {
    if (x != x) {
      return 0x7ff80000;
    }
    // The sign of a zero shows only in a quotient.
    double signed = x == 0 ? 1.0 / x : x;
    int sign = signed < 0 ? Integer.MIN_VALUE : 0;
    double a = x < 0 ? -x : x;
    if (a > Double.MAX_VALUE) {
      return sign | 0x7ff00000;
    }
    if (a < 0x1p-1022) {
      return sign | OperatorEmulation.toSmallInt(a * 0x1p521 * 0x1p521);
    }
    // Moves a into [1, 2); a * 2^s stays the same.
    int s = a < 1.0 ? -1022 : 0;
    double first = a < 1.0 ? 0x1p511 : 1.0;
    a = a * first * first;
    double by512 = a >= 0x1p512 ? 0x1p-512 : 1.0;
    s += a >= 0x1p512 ? 512 : 0;
    a *= by512;
    double by256 = a >= 0x1p256 ? 0x1p-256 : 1.0;
    s += a >= 0x1p256 ? 256 : 0;
    a *= by256;
    double by128 = a >= 0x1p128 ? 0x1p-128 : 1.0;
    s += a >= 0x1p128 ? 128 : 0;
    a *= by128;
    double by64 = a >= 0x1p64 ? 0x1p-64 : 1.0;
    s += a >= 0x1p64 ? 64 : 0;
    a *= by64;
    double by32 = a >= 0x1p32 ? 0x1p-32 : 1.0;
    s += a >= 0x1p32 ? 32 : 0;
    a *= by32;
    double by16 = a >= 0x1p16 ? 0x1p-16 : 1.0;
    s += a >= 0x1p16 ? 16 : 0;
    a *= by16;
    double by8 = a >= 0x1p8 ? 0x1p-8 : 1.0;
    s += a >= 0x1p8 ? 8 : 0;
    a *= by8;
    double by4 = a >= 0x1p4 ? 0x1p-4 : 1.0;
    s += a >= 0x1p4 ? 4 : 0;
    a *= by4;
    double by2 = a >= 0x1p2 ? 0x1p-2 : 1.0;
    s += a >= 0x1p2 ? 2 : 0;
    a *= by2;
    double by1 = a >= 0x1p1 ? 0x1p-1 : 1.0;
    s += a >= 0x1p1 ? 1 : 0;
    a *= by1;
    return sign | ((s + 1023) << 20) | OperatorEmulation.toSmallInt((a - 1.0) * 0x1p20);
  }

  /** Returns the number with a high word and a low word of zero. */
  public static double fromHighWord(int highWord) {
    int exponent = (highWord >> 20) & MOST;
    double digits = highWord & 0xfffff;
    if (exponent == 0 || exponent == MOST) {
      return Double.longBitsToDouble((long) highWord << 32);
    }
    double value = DoubleEmulation.scaled(1.0 + digits * 0x1p-20, exponent - 1023);
    return highWord < 0 ? -value : value;
  }

  /** Returns the number with another high word and the same low word. */
  public static double withHighWord(double x, int highWord) {
    int exponent = (highWord >> 20) & MOST;
    double a = x < 0 ? -x : x;
    if (exponent == 0 || exponent == MOST || !(a >= 0x1p-1022) || a > Double.MAX_VALUE) {
      return Double.longBitsToDouble(
          ((long) highWord << 32) | (Double.doubleToRawLongBits(x) & 0xffffffffL));
    }
    double first = a < 1.0 ? 0x1p511 : 1.0;
    a = a * first * first;
    double by512 = a >= 0x1p512 ? 0x1p-512 : 1.0;
    a *= by512;
    double by256 = a >= 0x1p256 ? 0x1p-256 : 1.0;
    a *= by256;
    double by128 = a >= 0x1p128 ? 0x1p-128 : 1.0;
    a *= by128;
    double by64 = a >= 0x1p64 ? 0x1p-64 : 1.0;
    a *= by64;
    double by32 = a >= 0x1p32 ? 0x1p-32 : 1.0;
    a *= by32;
    double by16 = a >= 0x1p16 ? 0x1p-16 : 1.0;
    a *= by16;
    double by8 = a >= 0x1p8 ? 0x1p-8 : 1.0;
    a *= by8;
    double by4 = a >= 0x1p4 ? 0x1p-4 : 1.0;
    a *= by4;
    double by2 = a >= 0x1p2 ? 0x1p-2 : 1.0;
    a *= by2;
    double by1 = a >= 0x1p1 ? 0x1p-1 : 1.0;
    a *= by1;
    double digits = (a - 1.0) * 0x1p20;
    double low = digits - OperatorEmulation.toSmallInt(digits);
    double high = highWord & 0xfffff;
    double value = DoubleEmulation.scaled(1.0 + (high + low) * 0x1p-20, exponent - 1023);
    return highWord < 0 ? -value : value;
  }

  /** Returns {@code x * 2^power}, for a normal number whose product is normal too. */
  public static double timesPowerOfTwo(double x, int power) {
    return DoubleEmulation.scaled(x, power);
  }
}
