package dev.slipstream.tornado.emulation;

/** The exact methods of {@link Math}. Pure functions; thread-safe. */
@SuppressWarnings("IdentityBinaryExpression") // A NaN is what differs from itself.
public final class MathEmulation {
  private static final double TWO_TO_52 = 0x1p52;

  private MathEmulation() {}

  /** The absolute value. */
  public static int abs(int x) {
    return x < 0 ? -x : x;
  }

  /** The absolute value. */
  public static long abs(long x) {
    return x < 0 ? -x : x;
  }

  /** The absolute value. */
  public static float abs(float x) {
    return x <= 0f ? 0f - x : x;
  }

  /** The absolute value. */
  public static double abs(double x) {
    return x <= 0.0 ? 0.0 - x : x;
  }

  /** The smaller one. */
  public static int min(int a, int b) {
    return a < b ? a : b;
  }

  /** The larger one. */
  public static int max(int a, int b) {
    return a > b ? a : b;
  }

  /** The smaller one. */
  public static long min(long a, long b) {
    return a < b ? a : b;
  }

  /** The larger one. */
  public static long max(long a, long b) {
    return a > b ? a : b;
  }

  /** The smaller one; -0.0 lies below 0.0, and NaN wins. */
  public static float min(float a, float b) {
    return (float) min((double) a, (double) b);
  }

  /** The larger one; -0.0 lies below 0.0, and NaN wins. */
  public static float max(float a, float b) {
    return (float) max((double) a, (double) b);
  }

  /** The smaller one; -0.0 lies below 0.0, and NaN wins. */
  public static double min(double a, double b) {
    if (a != a) {
      return a;
    }
    if (a == b) {
      return 1.0 / a < 1.0 / b ? a : b;
    }
    return a < b ? a : b;
  }

  /** The larger one; -0.0 lies below 0.0, and NaN wins. */
  public static double max(double a, double b) {
    if (a != a) {
      return a;
    }
    if (a == b) {
      return 1.0 / a < 1.0 / b ? b : a;
    }
    return a > b ? a : b;
  }

  /** The next integer below or equal. */
  public static double floor(double x) {
    if (!(abs(x) < TWO_TO_52)) {
      return x;
    }
    double cut = (double) (long) x;
    double result = cut > x ? cut - 1.0 : cut;
    return result == 0.0 ? x * 0.0 : result;
  }

  /** The next integer above or equal. */
  public static double ceil(double x) {
    if (!(abs(x) < TWO_TO_52)) {
      return x;
    }
    double cut = (double) (long) x;
    double result = cut < x ? cut + 1.0 : cut;
    return result == 0.0 ? x * 0.0 : result;
  }

  /** The nearest integer, of two the even one. */
  public static double rint(double x) {
    if (!(abs(x) < TWO_TO_52)) {
      return x;
    }
    double below = floor(x);
    double over = x - below;
    double half = below * 0.5;
    // 0.5 if it is an odd number, so that the even one above is as near or nearer.
    double odd = half - floor(half);
    double nearest = over > 0.5 ? below + 1.0 : below;
    double result = over == 0.5 ? below + 2.0 * odd : nearest;
    return result == 0.0 ? x * 0.0 : result;
  }

  /** The nearest integer, of two the larger one. */
  public static long round(double x) {
    double below = floor(x);
    return (long) (x - below >= 0.5 ? below + 1.0 : below);
  }

  /** The nearest integer, of two the larger one. */
  public static int round(float x) {
    double wide = x;
    double below = floor(wide);
    return (int) (wide - below >= 0.5 ? below + 1.0 : below);
  }

  /** -1.0, 1.0, or the zero or NaN itself. */
  public static double signum(double x) {
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
  }

  /** -1.0, 1.0, or the zero or NaN itself. */
  public static float signum(float x) {
    return x > 0f ? 1f : x < 0f ? -1f : x;
  }

  /** The quotient, rounded down. */
  public static int floorDiv(int a, int b) {
    int quotient = a / b;
    int down = (a ^ b) < 0 ? 1 : 0;
    int rest = quotient * b == a ? 0 : 1;
    return quotient - (down & rest);
  }

  /** The quotient, rounded down. */
  public static long floorDiv(long a, long b) {
    long quotient = a / b;
    int down = (a ^ b) < 0 ? 1 : 0;
    int rest = quotient * b == a ? 0 : 1;
    return quotient - (down & rest);
  }

  /** The quotient, rounded down. */
  public static long floorDiv(long a, int b) {
    return floorDiv(a, (long) b);
  }

  /** The remainder with the sign of the divisor. */
  public static int floorMod(int a, int b) {
    int rest = a % b;
    int other = (rest ^ b) < 0 ? 1 : 0;
    int some = rest == 0 ? 0 : 1;
    return rest + b * (other & some);
  }

  /** The remainder with the sign of the divisor. */
  public static long floorMod(long a, long b) {
    long rest = a % b;
    int other = (rest ^ b) < 0 ? 1 : 0;
    int some = rest == 0 ? 0 : 1;
    return rest + b * (other & some);
  }

  /** The remainder with the sign of the divisor. */
  public static int floorMod(long a, int b) {
    return (int) floorMod(a, (long) b);
  }

  /** The upper half of the product of 128 bits. */
  public static long multiplyHigh(long a, long b) {
    long lowA = a & 0xffffffffL;
    long lowB = b & 0xffffffffL;
    long highA = a >> 32;
    long highB = b >> 32;
    long first = highA * lowB + ((lowA * lowB) >>> 32);
    long second = lowA * highB + (first & 0xffffffffL);
    return highA * highB + (first >> 32) + (second >> 32);
  }

  /** The whole product. */
  public static long multiplyFull(int a, int b) {
    return (long) a * b;
  }

  /** The angle in radians. */
  public static double toRadians(double degrees) {
    return degrees * 0.017453292519943295;
  }

  /** The angle in degrees. */
  public static double toDegrees(double radians) {
    return radians * 57.29577951308232;
  }
}
