package dev.slipstream.compiler.random;

/** Random kernels, each determined by its number alone. */
final class RandomKernels {
  /** The only kind to generate, for developing a new one; -1: all kinds. */
  private static final int FAMILY = Integer.getInteger("slipstream.fuzz.family", -1);

  /** The kinds alternate, so that a few kernels have all of them. */
  static final int KINDS = 24;

  private RandomKernels() {}

  /** Kernel {@code number} of the run with a seed. */
  static RandomKernel of(long seed, int number) {
    long mixed = mix(seed + mix(number));
    long own = mix(mixed);
    String source =
        switch (FAMILY >= 0 ? FAMILY : Math.floorMod(number, KINDS)) {
          case 0, 1, 2, 3 -> new RandomLoops(number, own).source();
          case 4, 5, 6 -> new RandomRows(number, own).source();
          case 7, 8, 9 -> new RandomArithmetic(number, own).source();
          case 10, 11 -> new RandomShapes(number, own).source();
          case 12, 13 -> new RandomAccumulators(number, own).source();
          case 14 -> new RandomReductions(own).source(number);
          case 15 -> RandomObjects.source(number, own);
          case 16, 17 -> new RandomSmallObjects(number, own).source();
          case 23 -> new RandomRepeats(number, own).source();
          default -> new RandomIdioms(number, own).source();
        };
    return new RandomKernel(number, source);
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
