package dev.slipstream.tornado.emulation;

/**
 * Java's instructions, expressed by others that TornadoVM compiles correctly (see {@code
 * kernel.Facts} for versions). Operands on which a processor might trap are replaced first, because
 * a compiler may compute both sides of a choice.
 */
public final class OperatorEmulation {
  private OperatorEmulation() {}

  /** Returns {@code a / b}; undefined if {@code b} is 0. */
  public static int divide(int a, int b) {
    int special = isZeroOrMinusOne(b);
    int quotient = a / (b + special * (1 - b));
    return quotient * (1 - 2 * (special & b));
  }

  /** Returns {@code a / b}; undefined if {@code b} is 0. */
  public static long divide(long a, long b) {
    long special = isZeroOrMinusOne(b);
    long quotient = a / (b + special * (1 - b));
    return quotient * (1 - 2 * (special & b));
  }

  /** Returns {@code a % b}; undefined if {@code b} is 0. */
  public static int remainder(int a, int b) {
    return a % (b + isZeroOrMinusOne(b) * (1 - b));
  }

  /** Returns {@code a % b}; undefined if {@code b} is 0. */
  public static long remainder(long a, long b) {
    return a % (b + isZeroOrMinusOne(b) * (1 - b));
  }

  /**
   * Returns 1 or 0, without a branch: TornadoVM 5.2 miscompiles loops that branch before they
   * decide whether to end.
   */
  private static int isZeroOrMinusOne(int b) {
    int other = (b + 1) & ~1;
    return 1 - (((other | -other) >> 31) & 1);
  }

  private static long isZeroOrMinusOne(long b) {
    long other = (b + 1) & ~1L;
    return 1 - (((other | -other) >> 63) & 1);
  }

  /**
   * Returns {@code a / b}, computed with doubles: a double has so many more digits that rounding
   * twice equals rounding once.
   */
  public static float divide(float a, float b) {
    return (float) ((double) a / (double) b);
  }

  /** Returns {@code a << count}, with the count masked to the width of the type. */
  public static int shiftLeftByFew(int a, int count) {
    return a << (count & 31);
  }

  /** Returns {@code a << count}, with the count masked to the width of the type. */
  public static long shiftLeftByFew(long a, int count) {
    return a << (count & 63);
  }

  /** Returns {@code a >> count}, with the count masked and without an arithmetic shift. */
  public static int shiftRightByFew(int a, int count) {
    int by = count & 31;
    return ((a ^ Integer.MIN_VALUE) >>> by) - (Integer.MIN_VALUE >>> by);
  }

  /** Returns {@code a >> count}, with the count masked and without an arithmetic shift. */
  public static long shiftRightByFew(long a, int count) {
    int by = count & 63;
    return ((a ^ Long.MIN_VALUE) >>> by) - (Long.MIN_VALUE >>> by);
  }

  /** Returns {@code a >> count}, with the count masked to the width of the type. */
  public static int shiftRightSignedByFew(int a, int count) {
    return a >> (count & 31);
  }

  /** Returns {@code a >> count}, with the count masked to the width of the type. */
  public static long shiftRightSignedByFew(long a, int count) {
    return a >> (count & 63);
  }

  /** Returns {@code a >>> count}, with the count masked to the width of the type. */
  public static int shiftRightUnsignedByFew(int a, int count) {
    return a >>> (count & 31);
  }

  /** Returns {@code a >>> count}, with the count masked to the width of the type. */
  public static long shiftRightUnsignedByFew(long a, int count) {
    return a >>> (count & 63);
  }

  /**
   * Returns {@code a >>> count}: an arithmetic shift, then the copies of the sign are masked out.
   */
  public static int shiftRightUnsigned(int a, int count) {
    int by = count & 31;
    int copies = (Integer.MIN_VALUE >> by) << 1;
    return (a >> by) & ~copies;
  }

  /**
   * Returns {@code a >>> count}: an arithmetic shift, then the copies of the sign are masked out.
   */
  public static long shiftRightUnsigned(long a, int count) {
    int by = count & 63;
    long copies = (Long.MIN_VALUE >> by) << 1;
    return (a >> by) & ~copies;
  }

  /**
   * Returns {@code (byte) a}, by arithmetic: TornadoVM keeps the value of a constant that does not
   * fit.
   */
  public static int toByte(int a) {
    return ((a & 0xff) ^ 0x80) - 0x80;
  }

  /** Returns {@code (short) a}, by arithmetic. */
  public static int toShort(int a) {
    return ((a & 0xffff) ^ 0x8000) - 0x8000;
  }

  /** Returns {@code (int) x} for a number that fits. */
  public static int toSmallInt(double x) {
    return (int) x;
  }

  /** Returns {@code (int) x} for a number that fits. */
  public static int toSmallInt(float x) {
    return (int) x;
  }

  /** Returns {@code (int) x}. */
  public static int toInt(float x) {
    return toInt((double) x);
  }

  /** Returns {@code (int) x}. */
  public static int toInt(double x) {
    double size = x < 0.0 ? -x : x;
    double harmless = size < 0x1p31 ? size : 0.0;
    int whole = (int) harmless;
    int signed = x < 0.0 ? -whole : whole;
    int cut = x > 2147483647.0 ? Integer.MAX_VALUE : signed;
    return x < -2147483647.0 ? Integer.MIN_VALUE : cut;
  }

  /** Returns {@code (long) x}. */
  public static long toLong(float x) {
    return toLong((double) x);
  }

  /**
   * Returns {@code (long) x}, through ints: TornadoVM's own conversion to long goes through int and
   * loses the upper bits.
   */
  public static long toLong(double x) {
    double size = x < 0.0 ? -x : x;
    double harmless = size < 0x1p63 ? size : 0.0;
    int high = (int) (harmless * 0x1p-32);
    double rest = harmless - high * 0x1p32;
    int middle = (int) (rest * 0x1p-16);
    int low = (int) (rest - middle * 0x1p16);
    long whole = ((long) high << 32) + ((long) middle << 16) + low;
    long signed = x < 0.0 ? -whole : whole;
    long cut = x > 0x1.fffffffffffffp62 ? Long.MAX_VALUE : signed;
    return x < -0x1.fffffffffffffp62 ? Long.MIN_VALUE : cut;
  }

  /** Does {@code lcmp}, in a form that compilers do not recognise as a three-way comparison. */
  public static int compare(long a, long b) {
    int more = a > b ? 1 : 0;
    int less = a < b ? 1 : 0;
    return more - less;
  }

  /** Does {@code fcmpl}. */
  public static int compareLess(float a, float b) {
    int more = a > b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return more + more + equal - 1;
  }

  /** Does {@code fcmpg}. */
  public static int compareGreater(float a, float b) {
    int less = a < b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return 1 - equal - less - less;
  }

  /** Does {@code dcmpl}. */
  public static int compareLess(double a, double b) {
    int more = a > b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return more + more + equal - 1;
  }

  /** Does {@code dcmpg}. */
  public static int compareGreater(double a, double b) {
    int less = a < b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return 1 - equal - less - less;
  }

  /** Returns 1 if {@code a < b}, otherwise 0. */
  public static int less(float a, float b) {
    return a < b ? 1 : 0;
  }

  /** Returns 0 if {@code a < b}, otherwise 1. */
  public static int notLess(float a, float b) {
    return a < b ? 0 : 1;
  }

  /** Returns 1 if {@code a > b}, otherwise 0. */
  public static int more(float a, float b) {
    return a > b ? 1 : 0;
  }

  /** Returns 0 if {@code a > b}, otherwise 1. */
  public static int notMore(float a, float b) {
    return a > b ? 0 : 1;
  }

  /** Returns 1 if {@code a == b}, otherwise 0. */
  public static int equal(float a, float b) {
    return a == b ? 1 : 0;
  }

  /** Returns 0 if {@code a == b}, otherwise 1. */
  public static int notEqual(float a, float b) {
    return a == b ? 0 : 1;
  }

  /** Returns 1 if {@code a <= b}, otherwise 0. */
  public static int lessOrEqual(float a, float b) {
    int less = a < b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return less + equal;
  }

  /** Returns 0 if {@code a <= b}, otherwise 1. */
  public static int notLessOrEqual(float a, float b) {
    int less = a < b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return 1 - less - equal;
  }

  /** Returns 1 if {@code a >= b}, otherwise 0. */
  public static int moreOrEqual(float a, float b) {
    int more = a > b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return more + equal;
  }

  /** Returns 0 if {@code a >= b}, otherwise 1. */
  public static int notMoreOrEqual(float a, float b) {
    int more = a > b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return 1 - more - equal;
  }

  /** Returns 1 if {@code a < b}, otherwise 0. */
  public static int less(double a, double b) {
    return a < b ? 1 : 0;
  }

  /** Returns 0 if {@code a < b}, otherwise 1. */
  public static int notLess(double a, double b) {
    return a < b ? 0 : 1;
  }

  /** Returns 1 if {@code a > b}, otherwise 0. */
  public static int more(double a, double b) {
    return a > b ? 1 : 0;
  }

  /** Returns 0 if {@code a > b}, otherwise 1. */
  public static int notMore(double a, double b) {
    return a > b ? 0 : 1;
  }

  /** Returns 1 if {@code a == b}, otherwise 0. */
  public static int equal(double a, double b) {
    return a == b ? 1 : 0;
  }

  /** Returns 0 if {@code a == b}, otherwise 1. */
  public static int notEqual(double a, double b) {
    return a == b ? 0 : 1;
  }

  /** Returns 1 if {@code a <= b}, otherwise 0. */
  public static int lessOrEqual(double a, double b) {
    int less = a < b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return less + equal;
  }

  /** Returns 0 if {@code a <= b}, otherwise 1. */
  public static int notLessOrEqual(double a, double b) {
    int less = a < b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return 1 - less - equal;
  }

  /** Returns 1 if {@code a >= b}, otherwise 0. */
  public static int moreOrEqual(double a, double b) {
    int more = a > b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return more + equal;
  }

  /** Returns 0 if {@code a >= b}, otherwise 1. */
  public static int notMoreOrEqual(double a, double b) {
    int more = a > b ? 1 : 0;
    int equal = a == b ? 1 : 0;
    return 1 - more - equal;
  }
}
