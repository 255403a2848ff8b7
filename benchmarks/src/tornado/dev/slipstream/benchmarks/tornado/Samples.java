package dev.slipstream.benchmarks.tornado;

import java.util.Locale;

/** The output of each side, which the comparing process reads. */
final class Samples {
  private static final int WARM_UPS = 3;
  private static final long WARM_UP_NANOS = 700_000_000;

  /** Code that runs only once in a sample is compiled later, so it needs a longer warm-up. */
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
   * @param before work before each measurement, which is not measured
   * @param times the number of executions in each measurement
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
