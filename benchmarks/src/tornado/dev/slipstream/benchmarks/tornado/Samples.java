package dev.slipstream.benchmarks.tornado;

import java.util.Locale;

/** What each side prints for the other process to read. */
final class Samples {
  private static final int WARM_UPS = 3;

  private Samples() {}

  /** One measurement's work. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /**
   * Warms up, measures and prints.
   *
   * @param before done before each measurement and not measured
   * @param times how often the kernel runs in each
   */
  static void take(String kernel, String mode, int samples, int times, Work before, Work work)
      throws Exception {
    for (int sample = -WARM_UPS; sample < samples; sample++) {
      before.run();
      long began = System.nanoTime();
      work.run();
      long nanos = System.nanoTime() - began;
      if (sample >= 0) {
        System.out.printf(Locale.ROOT, "sample %s %s %.4f%n", kernel, mode, nanos / 1e6 / times);
      }
    }
  }

  /** Prints a sum of the sizes of results, by which the sides are compared. */
  static void sum(String kernel, double sum) {
    System.out.printf(Locale.ROOT, "sum %s %s%n", kernel, sum);
  }
}
