package dev.slipstream.benchmarks.tornado;

import java.util.Locale;

/** What each side prints for the other process to read. */
final class Samples {
  private static final int WARM_UPS = 3;
  private static final long WARM_UP_NANOS = 700_000_000;

  /** What runs only once in a sample is compiled later. */
  private static final long LONG_WARM_UP_NANOS = 3_000_000_000L;

  private Samples() {}

  /** One measurement's work. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /**
   * Warms up until code is compiled, measures and prints.
   *
   * @param before done before each measurement and not measured
   * @param times how often the kernel runs in each
   */
  static void take(String kernel, String mode, int samples, int times, Work before, Work work)
      throws Exception {
    long start = System.nanoTime();
    long nanosBefore = times == 1 ? LONG_WARM_UP_NANOS : WARM_UP_NANOS;
    for (int warmUp = 0; warmUp < WARM_UPS || System.nanoTime() - start < nanosBefore; warmUp++) {
      before.run();
      work.run();
    }
    for (int sample = 0; sample < samples; sample++) {
      before.run();
      long began = System.nanoTime();
      work.run();
      long nanos = System.nanoTime() - began;
      System.out.printf(Locale.ROOT, "sample %s %s %.4f%n", kernel, mode, nanos / 1e6 / times);
    }
  }

  /** Prints a sum of the sizes of results, by which the sides are compared. */
  static void sum(String kernel, double sum) {
    System.out.printf(Locale.ROOT, "sum %s %s%n", kernel, sum);
  }
}
