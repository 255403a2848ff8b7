package dev.slipstream.compiler.emulation.math;

/**
 * The methods of {@link Math} that throw when a result does not fit or limits are in the wrong
 * order, written with operators only, so that they can be inlined into loops. Their results are
 * those that the specification of {@link Math} gives; of the exception only that there is one. Pure
 * functions; thread-safe.
 */
public final class ExactMath {
  private ExactMath() {}

  private static ArithmeticException overflow() {
    return new ArithmeticException("overflow");
  }

  private static IllegalArgumentException disorder() {
    return new IllegalArgumentException("limits in the wrong order");
  }

  /** The sum. */
  public static int addExact(int x, int y) {
    int sum = x + y;
    if (((x ^ sum) & (y ^ sum)) < 0) {
      throw overflow();
    }
    return sum;
  }

  /** The difference. */
  public static int subtractExact(int x, int y) {
    int difference = x - y;
    if (((x ^ y) & (x ^ difference)) < 0) {
      throw overflow();
    }
    return difference;
  }

  /** One more. */
  public static int incrementExact(int x) {
    if (x == Integer.MAX_VALUE) {
      throw overflow();
    }
    return x + 1;
  }

  /** One less. */
  public static int decrementExact(int x) {
    if (x == Integer.MIN_VALUE) {
      throw overflow();
    }
    return x - 1;
  }

  /** The negation. */
  public static int negateExact(int x) {
    if (x == Integer.MIN_VALUE) {
      throw overflow();
    }
    return -x;
  }

  /** The absolute value. */
  public static int absExact(int x) {
    if (x == Integer.MIN_VALUE) {
      throw overflow();
    }
    return x < 0 ? -x : x;
  }

  /** The sum. */
  public static long addExact(long x, long y) {
    long sum = x + y;
    if (((x ^ sum) & (y ^ sum)) < 0) {
      throw overflow();
    }
    return sum;
  }

  /** The difference. */
  public static long subtractExact(long x, long y) {
    long difference = x - y;
    if (((x ^ y) & (x ^ difference)) < 0) {
      throw overflow();
    }
    return difference;
  }

  /** One more. */
  public static long incrementExact(long x) {
    if (x == Long.MAX_VALUE) {
      throw overflow();
    }
    return x + 1;
  }

  /** One less. */
  public static long decrementExact(long x) {
    if (x == Long.MIN_VALUE) {
      throw overflow();
    }
    return x - 1;
  }

  /** The negation. */
  public static long negateExact(long x) {
    if (x == Long.MIN_VALUE) {
      throw overflow();
    }
    return -x;
  }

  /** The absolute value. */
  public static long absExact(long x) {
    if (x == Long.MIN_VALUE) {
      throw overflow();
    }
    return x < 0 ? -x : x;
  }

  /** The product. */
  public static int multiplyExact(int x, int y) {
    long product = (long) x * y;
    if ((int) product != product) {
      throw overflow();
    }
    return (int) product;
  }

  /** The product: it fits if the high half only repeats the low half's sign. */
  public static long multiplyExact(long x, long y) {
    long product = x * y;
    if (Math.multiplyHigh(x, y) != product >> 63) {
      throw overflow();
    }
    return product;
  }

  /** The product. */
  public static long multiplyExact(long x, int y) {
    long product = x * y;
    if (Math.multiplyHigh(x, y) != product >> 63) {
      throw overflow();
    }
    return product;
  }

  /** The quotient. */
  public static int divideExact(int x, int y) {
    if (x == Integer.MIN_VALUE && y == -1) {
      throw overflow();
    }
    return x / y;
  }

  /** The quotient. */
  public static long divideExact(long x, long y) {
    if (x == Long.MIN_VALUE && y == -1) {
      throw overflow();
    }
    return x / y;
  }

  /** The same number as an int. */
  public static int toIntExact(long value) {
    if ((int) value != value) {
      throw overflow();
    }
    return (int) value;
  }

  /** The quotient, rounded down. */
  public static int floorDivExact(int x, int y) {
    if (x == Integer.MIN_VALUE && y == -1) {
      throw overflow();
    }
    return Math.floorDiv(x, y);
  }

  /** The quotient, rounded down. */
  public static long floorDivExact(long x, long y) {
    if (x == Long.MIN_VALUE && y == -1) {
      throw overflow();
    }
    return Math.floorDiv(x, y);
  }

  /** The quotient, rounded up. */
  public static int ceilDivExact(int x, int y) {
    if (x == Integer.MIN_VALUE && y == -1) {
      throw overflow();
    }
    int quotient = Math.floorDiv(x, y);
    return quotient * y == x ? quotient : quotient + 1;
  }

  /** The quotient, rounded up. */
  public static long ceilDivExact(long x, long y) {
    if (x == Long.MIN_VALUE && y == -1) {
      throw overflow();
    }
    long quotient = Math.floorDiv(x, y);
    return quotient * y == x ? quotient : quotient + 1;
  }

  /** The product of numbers without sign. */
  public static int unsignedMultiplyExact(int x, int y) {
    long product = (x & 0xFFFFFFFFL) * (y & 0xFFFFFFFFL);
    if (product >>> 32 != 0) {
      throw overflow();
    }
    return (int) product;
  }

  /** The product of numbers without sign. */
  public static long unsignedMultiplyExact(long x, int y) {
    long factor = y & 0xFFFFFFFFL;
    if (Math.multiplyHigh(x, factor) + ((x >> 63) & factor) != 0) {
      throw overflow();
    }
    return x * factor;
  }

  /** The product of numbers without sign. */
  public static long unsignedMultiplyExact(long x, long y) {
    if (Math.multiplyHigh(x, y) + ((x >> 63) & y) + ((y >> 63) & x) != 0) {
      throw overflow();
    }
    return x * y;
  }

  /** The power; the loop ends with an overflow if not before. */
  public static int powExact(int x, int n) {
    if (n < 0) {
      throw overflow();
    }
    if (x >= -1 && x <= 1) {
      return n == 0 ? 1 : (n & 1) == 0 ? x * x : x;
    }
    long power = 1;
    for (int i = 0; i < n; i++) {
      power *= x;
      if ((int) power != power) {
        throw overflow();
      }
    }
    return (int) power;
  }

  /** The power; the loop ends with an overflow if not before. */
  public static long powExact(long x, int n) {
    if (n < 0) {
      throw overflow();
    }
    if (x >= -1 && x <= 1) {
      return n == 0 ? 1 : (n & 1) == 0 ? x * x : x;
    }
    long power = 1;
    for (int i = 0; i < n; i++) {
      long high = Math.multiplyHigh(power, x);
      power *= x;
      if (high != power >> 63) {
        throw overflow();
      }
    }
    return power;
  }

  /** The power of a number without sign; the loop ends with an overflow if not before. */
  public static int unsignedPowExact(int x, int n) {
    if (n < 0) {
      throw overflow();
    }
    if (x == 0 || x == 1) {
      return n == 0 ? 1 : x;
    }
    long power = 1;
    for (int i = 0; i < n; i++) {
      power *= x & 0xFFFFFFFFL;
      if (power >>> 32 != 0) {
        throw overflow();
      }
    }
    return (int) power;
  }

  /** The power of a number without sign; the loop ends with an overflow if not before. */
  public static long unsignedPowExact(long x, int n) {
    if (n < 0) {
      throw overflow();
    }
    if (x == 0 || x == 1) {
      return n == 0 ? 1 : x;
    }
    long power = 1;
    for (int i = 0; i < n; i++) {
      if (Math.multiplyHigh(power, x) + ((power >> 63) & x) + ((x >> 63) & power) != 0) {
        throw overflow();
      }
      power *= x;
    }
    return power;
  }

  /** The value, or the limit that it is beyond. */
  public static int clamp(long value, int min, int max) {
    if (min > max) {
      throw disorder();
    }
    return (int) Math.min(max, Math.max(value, min));
  }

  /** The value, or the limit that it is beyond. */
  public static long clamp(long value, long min, long max) {
    if (min > max) {
      throw disorder();
    }
    return Math.min(max, Math.max(value, min));
  }

  /** The value, or the limit that it is beyond; -0.0 lies below 0.0. */
  public static float clamp(float value, float min, float max) {
    if (!(min < max) && (Float.isNaN(min) || Float.isNaN(max) || Float.compare(min, max) > 0)) {
      throw disorder();
    }
    return Math.min(max, Math.max(value, min));
  }

  /** The value, or the limit that it is beyond; -0.0 lies below 0.0. */
  public static double clamp(double value, double min, double max) {
    if (!(min < max) && (Double.isNaN(min) || Double.isNaN(max) || Double.compare(min, max) > 0)) {
      throw disorder();
    }
    return Math.min(max, Math.max(value, min));
  }
}
