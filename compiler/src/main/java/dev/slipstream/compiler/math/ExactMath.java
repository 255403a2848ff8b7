package dev.slipstream.compiler.math;

/**
 * The methods of {@link Math} that throw when a result does not fit, written with operators only,
 * so that they can be inlined into loops. Their results are those that the specification of {@link
 * Math} gives; of the exception only that there is one. Pure functions; thread-safe.
 */
public final class ExactMath {
  private ExactMath() {}

  private static ArithmeticException overflow() {
    return new ArithmeticException("overflow");
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
}
