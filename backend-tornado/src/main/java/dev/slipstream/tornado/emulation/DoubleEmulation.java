package dev.slipstream.tornado.emulation;

/**
 * The methods of {@link Double}, without access to bits, which TornadoVM 5.2 does not compile. Pure
 * functions; thread-safe.
 */
@SuppressWarnings("IdentityBinaryExpression") // Only a NaN differs from itself.
public final class DoubleEmulation {
  private static final long EXPONENT = 0x7ff0000000000000L;
  private static final double TWO_TO_52 = 0x1p52;

  private DoubleEmulation() {}

  /** Whether {@code x} is NaN. */
  public static boolean isNaN(double x) {
    return x != x;
  }

  /** Whether {@code x} is infinite. */
  public static boolean isInfinite(double x) {
    return Math.abs(x) > Double.MAX_VALUE;
  }

  /** Whether {@code x} is finite. */
  public static boolean isFinite(double x) {
    return Math.abs(x) <= Double.MAX_VALUE;
  }

  /** Returns the sum. */
  public static double sum(double a, double b) {
    return a + b;
  }

  /** Returns the smaller value. */
  public static double min(double a, double b) {
    return Math.min(a, b);
  }

  /** Returns the larger value. */
  public static double max(double a, double b) {
    return Math.max(a, b);
  }

  /** Compares in the order of all doubles: -0.0 before 0.0, NaN last. */
  public static int compare(double a, double b) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    long first = Double.doubleToLongBits(a);
    long second = Double.doubleToLongBits(b);
    return first == second ? 0 : first < second ? -1 : 1;
  }

  /** Returns the bits; all NaNs become the canonical one. */
  public static long doubleToLongBits(double x) {
    return doubleToRawLongBits(x);
  }

  /** Returns the hash code. */
  public static int hashCode(double x) {
    return Long.hashCode(doubleToRawLongBits(x));
  }

  /**
   * Returns the bits; a NaN loses its payload. Selects factors instead of branching, because
   * branches would take longer.
   */
  public static long doubleToRawLongBits(double x) {
    if (x != x) {
      return 0x7ff8000000000000L;
    }
    // The sign of a zero shows only in a quotient.
    double signed = x == 0 ? 1.0 / x : x;
    long sign = signed < 0 ? Long.MIN_VALUE : 0;
    double a = signed < 0 ? -x : x;
    if (a > Double.MAX_VALUE) {
      return sign | EXPONENT;
    }
    if (a < 0x1p-1022) {
      return sign | (long) (a * 0x1p537 * 0x1p537);
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
    // The fraction bits, in two parts that fit ints.
    double digits = (a - 1.0) * 0x1p26;
    int high = OperatorEmulation.toSmallInt(digits);
    int low = OperatorEmulation.toSmallInt((digits - high) * 0x1p26);
    return sign | ((long) (s + 1023) << 52) | ((long) high << 26) | low;
  }

  /** Returns the double with some bits. */
  public static double longBitsToDouble(long bits) {
    int exponent = (int) (bits >> 52) & 0x7ff;
    long digits = bits & 0xfffffffffffffL;
    double value = digits;
    if (exponent == 0) {
      value = value * 0x1p-537 * 0x1p-537;
    } else if (exponent == 0x7ff) {
      double zero = bits == 0 ? 1 : 0;
      value = digits == 0 ? 1.0 / zero : zero / zero;
    } else {
      value = scaled(value + TWO_TO_52, exponent - 1075);
    }
    return bits < 0 ? -value : value;
  }

  /**
   * Returns {@code x * 2^s} for a normal number, if the result is normal too. Selects factors
   * instead of branching.
   */
  static double scaled(double x, int s) {
    int by = s < 0 ? -s : s;
    double most = s < 0 ? 0x1p-512 : 0x1p512;
    double twice = (by & 1024) != 0 ? most : 1.0;
    double value = x * twice * twice;
    double by512 = s < 0 ? 0x1p-512 : 0x1p512;
    value *= (by & 512) != 0 ? by512 : 1.0;
    double by256 = s < 0 ? 0x1p-256 : 0x1p256;
    value *= (by & 256) != 0 ? by256 : 1.0;
    double by128 = s < 0 ? 0x1p-128 : 0x1p128;
    value *= (by & 128) != 0 ? by128 : 1.0;
    double by64 = s < 0 ? 0x1p-64 : 0x1p64;
    value *= (by & 64) != 0 ? by64 : 1.0;
    double by32 = s < 0 ? 0x1p-32 : 0x1p32;
    value *= (by & 32) != 0 ? by32 : 1.0;
    double by16 = s < 0 ? 0x1p-16 : 0x1p16;
    value *= (by & 16) != 0 ? by16 : 1.0;
    double by8 = s < 0 ? 0x1p-8 : 0x1p8;
    value *= (by & 8) != 0 ? by8 : 1.0;
    double by4 = s < 0 ? 0x1p-4 : 0x1p4;
    value *= (by & 4) != 0 ? by4 : 1.0;
    double by2 = s < 0 ? 0x1p-2 : 0x1p2;
    value *= (by & 2) != 0 ? by2 : 1.0;
    double by1 = s < 0 ? 0x1p-1 : 0x1p1;
    value *= (by & 1) != 0 ? by1 : 1.0;
    return value;
  }
}
