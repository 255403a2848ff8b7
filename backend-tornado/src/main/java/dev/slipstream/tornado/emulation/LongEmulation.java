package dev.slipstream.tornado.emulation;

/** The methods of {@link Long}. Pure functions; thread-safe. */
public final class LongEmulation {
  private LongEmulation() {}

  /** The sum. */
  public static long sum(long a, long b) {
    return a + b;
  }

  /** The smaller one. */
  public static long min(long a, long b) {
    return a < b ? a : b;
  }

  /** The larger one. */
  public static long max(long a, long b) {
    return a > b ? a : b;
  }

  /** -1, 0 or 1. */
  public static int signum(long x) {
    return x < 0 ? -1 : x > 0 ? 1 : 0;
  }

  /** -1, 0 or 1. */
  public static int compare(long a, long b) {
    int more = a > b ? 1 : 0;
    int less = a < b ? 1 : 0;
    return more - less;
  }

  /** The order of numbers without sign. */
  public static int compareUnsigned(long a, long b) {
    int halves =
        2 * Integer.compareUnsigned(high(a), high(b)) + Integer.compareUnsigned(low(a), low(b));
    return (halves >> 31) - (-halves >> 31);
  }

  /** The two halves in one. */
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

  /** How many bits are set. */
  public static int bitCount(long x) {
    return Integer.bitCount(high(x)) + Integer.bitCount(low(x));
  }

  /** How many bits before the first that is set. */
  public static int numberOfLeadingZeros(long x) {
    int half = high(x);
    int rest = half == 0 ? low(x) : half;
    int zeros = Integer.numberOfLeadingZeros(rest);
    return half == 0 ? 32 + zeros : zeros;
  }

  /** How many bits after the last that is set. */
  public static int numberOfTrailingZeros(long x) {
    int half = low(x);
    int rest = half == 0 ? high(x) : half;
    int zeros = Integer.numberOfTrailingZeros(rest);
    return half == 0 ? 32 + zeros : zeros;
  }

  /** The bits moved in a circle. */
  public static long rotateLeft(long x, int by) {
    return (x << by) | (x >>> -by);
  }

  /** The bits moved in a circle. */
  public static long rotateRight(long x, int by) {
    return (x >>> by) | (x << -by);
  }

  /** The first bit that is set alone. */
  public static long highestOneBit(long x) {
    return x == 0 ? 0 : 1L << (63 - numberOfLeadingZeros(x));
  }

  /** The last bit that is set alone. */
  public static long lowestOneBit(long x) {
    return x & -x;
  }

  /** The bits in the opposite order. */
  public static long reverse(long x) {
    return of(Integer.reverse(low(x)), Integer.reverse(high(x)));
  }

  /** The bytes in the opposite order. */
  public static long reverseBytes(long x) {
    return of(Integer.reverseBytes(low(x)), Integer.reverseBytes(high(x)));
  }
}
