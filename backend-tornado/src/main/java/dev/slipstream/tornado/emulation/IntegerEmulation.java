package dev.slipstream.tornado.emulation;

/** The methods of {@link Integer}. Pure functions; thread-safe. */
public final class IntegerEmulation {
  private IntegerEmulation() {}

  /** The sum. */
  public static int sum(int a, int b) {
    return a + b;
  }

  /** The smaller one. */
  public static int min(int a, int b) {
    return a < b ? a : b;
  }

  /** The larger one. */
  public static int max(int a, int b) {
    return a > b ? a : b;
  }

  /** -1, 0 or 1. */
  public static int signum(int x) {
    return x < 0 ? -1 : x > 0 ? 1 : 0;
  }

  /** -1, 0 or 1. */
  public static int compare(int a, int b) {
    int more = a > b ? 1 : 0;
    int less = a < b ? 1 : 0;
    return more - less;
  }

  /** The order of numbers without sign; no comparison, which TornadoVM would find again. */
  public static int compareUnsigned(int a, int b) {
    long more = (a & 0xffffffffL) - (b & 0xffffffffL);
    return (int) (more >> 63) - (int) (-more >> 63);
  }

  /** The number without sign. */
  public static long toUnsignedLong(int x) {
    return x & 0xffffffffL;
  }

  /** The quotient of numbers without sign. */
  public static int divideUnsigned(int a, int b) {
    return (int) ((a & 0xffffffffL) / (b & 0xffffffffL));
  }

  /** The remainder of numbers without sign. */
  public static int remainderUnsigned(int a, int b) {
    return (int) ((a & 0xffffffffL) % (b & 0xffffffffL));
  }

  /** The number itself. */
  public static int hashCode(int x) {
    return x;
  }

  /** How many bits are set. */
  public static int bitCount(int x) {
    int n = x - ((x >> 1) & 0x55555555);
    n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
    n = (n + (n >> 4)) & 0x0f0f0f0f;
    return (n * 0x01010101) >> 24;
  }

  /** How many bits before the first that is set. */
  public static int numberOfLeadingZeros(int x) {
    if (x <= 0) {
      return x == 0 ? 32 : 0;
    }
    int rest = x;
    int n = 31;
    if (rest >= 1 << 16) {
      n -= 16;
      rest = rest >> 16;
    }
    if (rest >= 1 << 8) {
      n -= 8;
      rest = rest >> 8;
    }
    if (rest >= 1 << 4) {
      n -= 4;
      rest = rest >> 4;
    }
    if (rest >= 1 << 2) {
      n -= 2;
      rest = rest >> 2;
    }
    return n - (rest >> 1);
  }

  /** How many bits after the last that is set. */
  public static int numberOfTrailingZeros(int x) {
    return x == 0 ? 32 : bitCount((x & -x) - 1);
  }

  /** The bits moved in a circle. */
  public static int rotateLeft(int x, int by) {
    return (x << by) | (x >>> -by);
  }

  /** The bits moved in a circle. */
  public static int rotateRight(int x, int by) {
    return (x >>> by) | (x << -by);
  }

  /** The first bit that is set alone. */
  public static int highestOneBit(int x) {
    return x == 0 ? 0 : 1 << (31 - numberOfLeadingZeros(x));
  }

  /** The last bit that is set alone. */
  public static int lowestOneBit(int x) {
    return x & -x;
  }

  /** The bits in the opposite order. */
  public static int reverse(int x) {
    int n = ((x & 0x55555555) << 1) | ((x >> 1) & 0x55555555);
    n = ((n & 0x33333333) << 2) | ((n >> 2) & 0x33333333);
    n = ((n & 0x0f0f0f0f) << 4) | ((n >> 4) & 0x0f0f0f0f);
    return reverseBytes(n);
  }

  /** The bytes in the opposite order. */
  public static int reverseBytes(int x) {
    return (x << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | ((x >> 24) & 0xff);
  }
}
