package dev.slipstream.benchmarks;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What figures of a run have in common. Stateless. */
public final class Figures {
  private Figures() {}

  /** When and where they were taken: time, commit, processors, JDK and architecture. */
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

  /** In ascending order. */
  public static double[] sorted(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** The one in the middle, of an even number the greater of the two. */
  public static double median(List<Double> values) {
    double[] sorted = sorted(values);
    return sorted[sorted.length / 2];
  }
}
