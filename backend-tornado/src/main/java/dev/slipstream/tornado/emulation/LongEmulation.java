package dev.slipstream.tornado.emulation;

/** The methods of {@link Long}. Pure functions; thread-safe. */
public final class LongEmulation {
  private LongEmulation() {}

  /** Returns the sum. */
  public static long sum(long a, long b) {
    return a + b;
  }

  /** Returns the smaller value. */
  public static long min(long a, long b) {
    return a < b ? a : b;
  }

  /** Returns the larger value. */
  public static long max(long a, long b) {
    return a > b ? a : b;
  }

  /** Returns -1, 0 or 1. */
  public static int signum(long x) {
    return x < 0 ? -1 : x > 0 ? 1 : 0;
  }

  /** Returns -1, 0 or 1. */
  public static int compare(long a, long b) {
    int more = a > b ? 1 : 0;
    int less = a < b ? 1 : 0;
    return more - less;
  }

  /** Compares unsigned numbers. */
  public static int compareUnsigned(long a, long b) {
    int halves =
        2 * Integer.compareUnsigned(high(a), high(b)) + Integer.compareUnsigned(low(a), low(b));
    return (halves >> 31) - (-halves >> 31);
  }

  /** Combines the two halves. */
  public static int hashCode(long x) {
    return (int) (x ^ (x >>> 32));
  }

  private static int high(long x) {
    return (int) (x >> 32);
  }

  private static int low(long x) {
    return (int) x;
  }

  private static long of(int high, int low) {
    return ((long) high << 32) | (low & 0xffffffffL);
  }

  /** Returns the number of one bits. */
  public static int bitCount(long x) {
    return Integer.bitCount(high(x)) + Integer.bitCount(low(x));
  }

  /** Returns the number of zero bits above the highest one bit. */
  public static int numberOfLeadingZeros(long x) {
    int half = high(x);
    int rest = half == 0 ? low(x) : half;
    int zeros = Integer.numberOfLeadingZeros(rest);
    return half == 0 ? 32 + zeros : zeros;
  }

  /** Returns the number of zero bits below the lowest one bit. */
  public static int numberOfTrailingZeros(long x) {
    int half = low(x);
    int rest = half == 0 ? high(x) : half;
    int zeros = Integer.numberOfTrailingZeros(rest);
    return half == 0 ? 32 + zeros : zeros;
  }

  /** Returns the bits, rotated. */
  public static long rotateLeft(long x, int by) {
    return (x << by) | (x >>> -by);
  }

  /** Returns the bits, rotated. */
  public static long rotateRight(long x, int by) {
    return (x >>> by) | (x << -by);
  }

  /** Returns the highest one bit alone. */
  public static long highestOneBit(long x) {
    return x == 0 ? 0 : 1L << (63 - numberOfLeadingZeros(x));
  }

  /** Returns the lowest one bit alone. */
  public static long lowestOneBit(long x) {
    return x & -x;
  }

  /** Returns the bits in reverse order. */
  public static long reverse(long x) {
    return of(Integer.reverse(low(x)), Integer.reverse(high(x)));
  }

  /** Returns the bytes in reverse order. */
  public static long reverseBytes(long x) {
    return of(Integer.reverseBytes(low(x)), Integer.reverseBytes(high(x)));
  }
}
