import dev.slipstream.api.Parallel;

/** Bit fiddling. */
class BitTricks {
  static Object run(int size) {
    int[] in = new int[size], out = new int[size];
    long[] morton = new long[size];
    for (int i = 0; i < size; i++) {
      in[i] = i * 0x01000193 ^ i << 3;
    }
    for (@Parallel int i = 0; i < size; i++) {
      int v = in[i];
      int r = Integer.rotateLeft(v, i) ^ Integer.reverse(v);
      r += Integer.numberOfLeadingZeros(v) * Integer.bitCount(v);
      r ^= Integer.highestOneBit(v) >>> 1 | Integer.lowestOneBit(v);
      out[i] = r - Integer.numberOfTrailingZeros(v) + Integer.signum(v) + Integer.reverseBytes(v);
      long m = v & 0xffffL;
      m = (m | m << 16) & 0x0000ffff0000ffffL;
      m = (m | m << 8) & 0x00ff00ff00ff00ffL;
      m = (m | m << 4) & 0x0f0f0f0f0f0f0f0fL;
      m = (m | m << 2) & 0x3333333333333333L;
      morton[i] = (m | m << 1) & 0x5555555555555555L;
    }
    return new Object[] {out, morton};
  }
}
