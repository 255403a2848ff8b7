import dev.slipstream.api.Parallel;

/** Pi by throwing darts; the random numbers are SplitMix64 of the dart's number. */
class PiSplitMix {
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  static int hits(long seed, int darts) {
    int count = 0;
    for (@Parallel int i = 0; i < darts; i++) {
      double x = (mix(seed + 2 * i) >>> 11) * 0x1.0p-53;
      double y = (mix(seed + 2 * i + 1) >>> 11) * 0x1.0p-53;
      count += x * x + y * y <= 1 ? 1 : 0;
    }
    return count;
  }

  static Object run(int size) {
    return new Object[] {hits(42, size), hits(-7, size / 2)};
  }
}
