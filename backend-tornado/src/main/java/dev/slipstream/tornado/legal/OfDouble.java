package dev.slipstream.tornado.legal;

/** The methods of {@link Double}. Pure functions; thread-safe. */
@SuppressWarnings("IdentityBinaryExpression") // A NaN is what differs from itself.
public final class OfDouble {
  private static final long EXPONENT = 0x7ff0000000000000L;
  private static final double TWO_TO_52 = 0x1p52;

  private OfDouble() {}

  /** Whether it is no number. */
  public static boolean isNaN(double x) {
    return x != x;
  }

  /** Whether it is infinite. */
  public static boolean isInfinite(double x) {
    return Math.abs(x) > Double.MAX_VALUE;
  }

  /** Whether it is a number and finite. */
  public static boolean isFinite(double x) {
    return Math.abs(x) <= Double.MAX_VALUE;
  }

  /** The sum. */
  public static double sum(double a, double b) {
    return a + b;
  }

  /** The smaller one. */
  public static double min(double a, double b) {
    return Math.min(a, b);
  }

  /** The larger one. */
  public static double max(double a, double b) {
    return Math.max(a, b);
  }

  /** The order of all doubles: -0.0 before 0.0, NaN last. */
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

  /** The bits, of all NaNs those of the usual one. */
  public static long doubleToLongBits(double x) {
    return doubleToRawLongBits(x);
  }

  /** The hash code. */
  public static int hashCode(double x) {
    return Long.hashCode(doubleToRawLongBits(x));
  }

  /** The bits; a NaN loses its payload. */
  public static long doubleToRawLongBits(double x) {
    if (x != x) {
      return 0x7ff8000000000000L;
    }
    // Of zeros only the quotient has the sign.
    double signed = x == 0 ? 1.0 / x : x;
    long sign = signed < 0 ? Long.MIN_VALUE : 0;
    double a = signed < 0 ? -x : x;
    if (a > Double.MAX_VALUE) {
      return sign | EXPONENT;
    }
    if (a < 0x1p-1022) {
      return sign | (long) (a * 0x1p537 * 0x1p537);
    }
    // a * 2^s stays the same, and comes to lie from 2^52 to 2^53.
    int s = 0;
    if (a >= TWO_TO_52 * 0x1p512) {
      a *= 0x1p-512;
      s += 512;
    }
    if (a >= TWO_TO_52 * 0x1p256) {
      a *= 0x1p-256;
      s += 256;
    }
    if (a >= TWO_TO_52 * 0x1p128) {
      a *= 0x1p-128;
      s += 128;
    }
    if (a >= TWO_TO_52 * 0x1p64) {
      a *= 0x1p-64;
      s += 64;
    }
    if (a >= TWO_TO_52 * 0x1p32) {
      a *= 0x1p-32;
      s += 32;
    }
    if (a >= TWO_TO_52 * 0x1p16) {
      a *= 0x1p-16;
      s += 16;
    }
    if (a >= TWO_TO_52 * 0x1p8) {
      a *= 0x1p-8;
      s += 8;
    }
    if (a >= TWO_TO_52 * 0x1p4) {
      a *= 0x1p-4;
      s += 4;
    }
    if (a >= TWO_TO_52 * 0x1p2) {
      a *= 0x1p-2;
      s += 2;
    }
    if (a >= TWO_TO_52 * 0x1p1) {
      a *= 0x1p-1;
      s += 1;
    }
    if (a < 0x1p53 * 0x1p-512) {
      a *= 0x1p512;
      s -= 512;
    }
    if (a < 0x1p53 * 0x1p-512) {
      a *= 0x1p512;
      s -= 512;
    }
    if (a < 0x1p53 * 0x1p-256) {
      a *= 0x1p256;
      s -= 256;
    }
    if (a < 0x1p53 * 0x1p-128) {
      a *= 0x1p128;
      s -= 128;
    }
    if (a < 0x1p53 * 0x1p-64) {
      a *= 0x1p64;
      s -= 64;
    }
    if (a < 0x1p53 * 0x1p-32) {
      a *= 0x1p32;
      s -= 32;
    }
    if (a < 0x1p53 * 0x1p-16) {
      a *= 0x1p16;
      s -= 16;
    }
    if (a < 0x1p53 * 0x1p-8) {
      a *= 0x1p8;
      s -= 8;
    }
    if (a < 0x1p53 * 0x1p-4) {
      a *= 0x1p4;
      s -= 4;
    }
    if (a < 0x1p53 * 0x1p-2) {
      a *= 0x1p2;
      s -= 2;
    }
    if (a < 0x1p53 * 0x1p-1) {
      a *= 0x1p1;
      s -= 1;
    }
    // The leading one of the digits adds one to the exponent.
    return sign | (((long) (s + 1074) << 52) + (long) a);
  }

  /** The double with these bits. */
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

  /** {@code x * 2^s} of a normal number, if the result is one. */
  static double scaled(double x, int s) {
    int by = s < 0 ? -s : s;
    double value = x;
    if ((by & 1024) != 0) {
      value *= s < 0 ? 0x1p-512 : 0x1p512;
      value *= s < 0 ? 0x1p-512 : 0x1p512;
    }
    if ((by & 512) != 0) {
      value *= s < 0 ? 0x1p-512 : 0x1p512;
    }
    if ((by & 256) != 0) {
      value *= s < 0 ? 0x1p-256 : 0x1p256;
    }
    if ((by & 128) != 0) {
      value *= s < 0 ? 0x1p-128 : 0x1p128;
    }
    if ((by & 64) != 0) {
      value *= s < 0 ? 0x1p-64 : 0x1p64;
    }
    if ((by & 32) != 0) {
      value *= s < 0 ? 0x1p-32 : 0x1p32;
    }
    if ((by & 16) != 0) {
      value *= s < 0 ? 0x1p-16 : 0x1p16;
    }
    if ((by & 8) != 0) {
      value *= s < 0 ? 0x1p-8 : 0x1p8;
    }
    if ((by & 4) != 0) {
      value *= s < 0 ? 0x1p-4 : 0x1p4;
    }
    if ((by & 2) != 0) {
      value *= s < 0 ? 0x1p-2 : 0x1p2;
    }
    if ((by & 1) != 0) {
      value *= s < 0 ? 0x1p-1 : 0x1p1;
    }
    return value;
  }
}
