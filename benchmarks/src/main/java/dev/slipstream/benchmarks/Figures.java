package dev.slipstream.benchmarks;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Functions for the figures of all benchmarks. Stateless. */
public final class Figures {
  private Figures() {}

  /** Returns when and where figures were taken: time, commit, processors, JDK and architecture. */
  public static String where() {
    return String.format(
        Locale.ROOT,
        "%s, commit %s, %d processors, JDK %s, %s",
        Instant.now(),
        System.getProperty("slipstream.bench.commit", "unknown"),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        System.getProperty("os.arch"));
  }

  /** Returns values in ascending order. */
  public static double[] sorted(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** Returns the median; of an even number of values the greater of the middle two. */
  public static double median(List<Double> values) {
    double[] sorted = sorted(values);
    return sorted[sorted.length / 2];
  }
}
