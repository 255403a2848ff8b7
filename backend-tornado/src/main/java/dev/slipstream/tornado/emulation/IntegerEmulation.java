package dev.slipstream.tornado.emulation;

/** The methods of {@link Integer}. Pure functions; thread-safe. */
public final class IntegerEmulation {
  private IntegerEmulation() {}

  /** Returns the sum. */
  public static int sum(int a, int b) {
    return a + b;
  }

  /** Returns the smaller value. */
  public static int min(int a, int b) {
    return a < b ? a : b;
  }

  /** Returns the larger value. */
  public static int max(int a, int b) {
    return a > b ? a : b;
  }

  /** Returns -1, 0 or 1. */
  public static int signum(int x) {
    return x < 0 ? -1 : x > 0 ? 1 : 0;
  }

  /** Returns -1, 0 or 1. */
  public static int compare(int a, int b) {
    int more = a > b ? 1 : 0;
    int less = a < b ? 1 : 0;
    return more - less;
  }

  /**
   * Compares unsigned numbers. Avoids a comparison instruction, which TornadoVM would turn back
   * into an unsigned comparison.
   */
  public static int compareUnsigned(int a, int b) {
    long more = (a & 0xffffffffL) - (b & 0xffffffffL);
    return (int) (more >> 63) - (int) (-more >> 63);
  }

  /** Returns the unsigned value. */
  public static long toUnsignedLong(int x) {
    return x & 0xffffffffL;
  }

  /** Returns the unsigned quotient. */
  public static int divideUnsigned(int a, int b) {
    return (int) ((a & 0xffffffffL) / (b & 0xffffffffL));
  }

  /** Returns the unsigned remainder. */
  public static int remainderUnsigned(int a, int b) {
    return (int) ((a & 0xffffffffL) % (b & 0xffffffffL));
  }

  /** Returns the number itself. */
  public static int hashCode(int x) {
    return x;
  }

  /** Returns the number of one bits. */
  public static int bitCount(int x) {
    int n = x - ((x >> 1) & 0x55555555);
    n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
    n = (n + (n >> 4)) & 0x0f0f0f0f;
    return (n * 0x01010101) >> 24;
  }

  /** Returns the number of zero bits above the highest one bit. */
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

  /** Returns the number of zero bits below the lowest one bit. */
  public static int numberOfTrailingZeros(int x) {
    return x == 0 ? 32 : bitCount((x & -x) - 1);
  }

  /** Returns the bits, rotated. */
  public static int rotateLeft(int x, int by) {
    return (x << by) | (x >>> -by);
  }

  /** Returns the bits, rotated. */
  public static int rotateRight(int x, int by) {
    return (x >>> by) | (x << -by);
  }

  /** Returns the highest one bit alone. */
  public static int highestOneBit(int x) {
    return x == 0 ? 0 : 1 << (31 - numberOfLeadingZeros(x));
  }

  /** Returns the lowest one bit alone. */
  public static int lowestOneBit(int x) {
    return x & -x;
  }

  /** Returns the bits in reverse order. */
  public static int reverse(int x) {
    int n = ((x & 0x55555555) << 1) | ((x >> 1) & 0x55555555);
    n = ((n & 0x33333333) << 2) | ((n >> 2) & 0x33333333);
    n = ((n & 0x0f0f0f0f) << 4) | ((n >> 4) & 0x0f0f0f0f);
    return reverseBytes(n);
  }

  /** Returns the bytes in reverse order. */
  public static int reverseBytes(int x) {
    return (x << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | ((x >> 24) & 0xff);
  }
}
