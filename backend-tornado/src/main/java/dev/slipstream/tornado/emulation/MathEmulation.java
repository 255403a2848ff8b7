package dev.slipstream.tornado.emulation;

/** The exact methods of {@link Math}. Pure functions; thread-safe. */
@SuppressWarnings("IdentityBinaryExpression") // Only a NaN differs from itself.
public final class MathEmulation {
  private static final double TWO_TO_52 = 0x1p52;

  private MathEmulation() {}

  /** Returns the absolute value. */
  public static int abs(int x) {
    return x < 0 ? -x : x;
  }

  /** Returns the absolute value. */
  public static long abs(long x) {
    return x < 0 ? -x : x;
  }

  /** Returns the absolute value. */
  public static float abs(float x) {
    return x <= 0f ? 0f - x : x;
  }

  /** Returns the absolute value. */
  public static double abs(double x) {
    return x <= 0.0 ? 0.0 - x : x;
  }

  /** Returns the smaller value. */
  public static int min(int a, int b) {
    return a < b ? a : b;
  }

  /** Returns the larger value. */
  public static int max(int a, int b) {
    return a > b ? a : b;
  }

  /** Returns the smaller value. */
  public static long min(long a, long b) {
    return a < b ? a : b;
  }

  /** Returns the larger value. */
  public static long max(long a, long b) {
    return a > b ? a : b;
  }

  /** Returns the smaller value; -0.0 is below 0.0, and NaN wins. */
  public static float min(float a, float b) {
    return (float) min((double) a, (double) b);
  }

  /** Returns the larger value; -0.0 is below 0.0, and NaN wins. */
  public static float max(float a, float b) {
    return (float) max((double) a, (double) b);
  }

  /** Returns the smaller value; -0.0 is below 0.0, and NaN wins. */
  public static double min(double a, double b) {
    if (a != a) {
      return a;
    }
    if (a == b) {
      return 1.0 / a < 1.0 / b ? a : b;
    }
    return a < b ? a : b;
  }

  /** Returns the larger value; -0.0 is below 0.0, and NaN wins. */
  public static double max(double a, double b) {
    if (a != a) {
      return a;
    }
    if (a == b) {
      return 1.0 / a < 1.0 / b ? b : a;
    }
    return a > b ? a : b;
  }

  /** Returns the largest integer that is not greater. */
  public static double floor(double x) {
    if (!(abs(x) < TWO_TO_52)) {
      return x;
    }
    double cut = (double) (long) x;
    double result = cut > x ? cut - 1.0 : cut;
    return result == 0.0 ? x * 0.0 : result;
  }

  /** Returns the smallest integer that is not less. */
  public static double ceil(double x) {
    if (!(abs(x) < TWO_TO_52)) {
      return x;
    }
    double cut = (double) (long) x;
    double result = cut < x ? cut + 1.0 : cut;
    return result == 0.0 ? x * 0.0 : result;
  }

  /** Rounds to the nearest integer, and ties to the even one. */
  public static double rint(double x) {
    if (!(abs(x) < TWO_TO_52)) {
      return x;
    }
    double below = floor(x);
    double over = x - below;
    double half = below * 0.5;
    // 0.5 if below is odd: then a tie goes to the even number above.
    double odd = half - floor(half);
    double nearest = over > 0.5 ? below + 1.0 : below;
    double result = over == 0.5 ? below + 2.0 * odd : nearest;
    return result == 0.0 ? x * 0.0 : result;
  }

  /** Rounds to the nearest integer, and ties to the larger one. */
  public static long round(double x) {
    double below = floor(x);
    return (long) (x - below >= 0.5 ? below + 1.0 : below);
  }

  /** Rounds to the nearest integer, and ties to the larger one. */
  public static int round(float x) {
    double wide = x;
    double below = floor(wide);
    return (int) (wide - below >= 0.5 ? below + 1.0 : below);
  }

  /** Returns -1.0, 1.0, or the zero or NaN itself. */
  public static double signum(double x) {
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
  }

  /** Returns -1.0, 1.0, or the zero or NaN itself. */
  public static float signum(float x) {
    return x > 0f ? 1f : x < 0f ? -1f : x;
  }

  /** Returns the quotient, rounded down. */
  public static int floorDiv(int a, int b) {
    int quotient = a / b;
    int down = (a ^ b) < 0 ? 1 : 0;
    int rest = quotient * b == a ? 0 : 1;
    return quotient - (down & rest);
  }

  /** Returns the quotient, rounded down. */
  public static long floorDiv(long a, long b) {
    long quotient = a / b;
    int down = (a ^ b) < 0 ? 1 : 0;
    int rest = quotient * b == a ? 0 : 1;
    return quotient - (down & rest);
  }

  /** Returns the quotient, rounded down. */
  public static long floorDiv(long a, int b) {
    return floorDiv(a, (long) b);
  }

  /** Returns the remainder, with the sign of the divisor. */
  public static int floorMod(int a, int b) {
    int rest = a % b;
    int other = (rest ^ b) < 0 ? 1 : 0;
    int some = rest == 0 ? 0 : 1;
    return rest + b * (other & some);
  }

  /** Returns the remainder, with the sign of the divisor. */
  public static long floorMod(long a, long b) {
    long rest = a % b;
    int other = (rest ^ b) < 0 ? 1 : 0;
    int some = rest == 0 ? 0 : 1;
    return rest + b * (other & some);
  }

  /** Returns the remainder, with the sign of the divisor. */
  public static int floorMod(long a, int b) {
    return (int) floorMod(a, (long) b);
  }

  /** Returns the upper half of the 128-bit product. */
  public static long multiplyHigh(long a, long b) {
    long lowA = a & 0xffffffffL;
    long lowB = b & 0xffffffffL;
    long highA = a >> 32;
    long highB = b >> 32;
    long first = highA * lowB + ((lowA * lowB) >>> 32);
    long second = lowA * highB + (first & 0xffffffffL);
    return highA * highB + (first >> 32) + (second >> 32);
  }

  /** Returns the full product. */
  public static long multiplyFull(int a, int b) {
    return (long) a * b;
  }

  /** Converts to radians. */
  public static double toRadians(double degrees) {
    return degrees * 0.017453292519943295;
  }

  /** Converts to degrees. */
  public static double toDegrees(double radians) {
    return radians * 57.29577951308232;
  }
}
