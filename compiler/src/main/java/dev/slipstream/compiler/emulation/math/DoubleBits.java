package dev.slipstream.compiler.emulation.math;

/** Parts of a double's bits: the high 32 bits, the low 32 bits, the exponent. */
final class DoubleBits {
  private static final int EXPONENT_SHIFT = 52;
  private static final long LOW_WORD = 0xffff_ffffL;

  private DoubleBits() {}

  /** Sign, exponent and the 20 leading bits of the significand. */
  static int highWord(double x) {
    return (int) (Double.doubleToRawLongBits(x) >> 32);
  }

  /** The number with this high word and a low word of zero. */
  static double fromHighWord(int highWord) {
    return Double.longBitsToDouble((long) highWord << 32);
  }

  /** The number with another high word and the same low word. */
  static double withHighWord(double x, int highWord) {
    return Double.longBitsToDouble(
        ((long) highWord << 32) | (Double.doubleToRawLongBits(x) & LOW_WORD));
  }

  /** The number cut to the 21 leading bits of its significand. */
  static double withoutLowWord(double x) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & ~LOW_WORD);
  }

  /** {@code x * 2^power}, for a normal number whose product is normal too. */
  static double timesPowerOfTwo(double x, int power) {
    return Double.longBitsToDouble(
        Double.doubleToRawLongBits(x) + ((long) power << EXPONENT_SHIFT));
  }
}
