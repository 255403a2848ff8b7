package dev.slipstream.benchmarks;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * The times of benchmarks as multiples of the one called {@code plain} in the same class with the
 * same parameters. Compares the fastest iterations, because other programs on the machine only add
 * time.
 */
final class Ratios {
  private static final String BASE = "plain";

  private final List<RunResult> results;

  Ratios(Collection<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /** Returns one line for each benchmark that has a plain counterpart; empty if none has. */
  String text() {
    Map<String, Double> bases = new HashMap<>();
    for (RunResult result : results) {
      if (method(result).equals(BASE)) {
        bases.put(group(result), fastest(result));
      }
    }
    StringBuilder text = new StringBuilder();
    for (RunResult result : results) {
      Double base = bases.get(group(result));
      if (base != null && !method(result).equals(BASE)) {
        text.append(
            String.format(
                Locale.ROOT,
                "%-64s %10.2f%n",
                group(result) + " " + method(result),
                fastest(result) / base));
      }
    }
    return text.isEmpty()
        ? ""
        : String.format("%n%-64s %10s%n", "Time compared with plain Java", "times") + text;
  }

  /**
   * Returns the time of the fastest call, or of a call in the fastest iteration, in the benchmark's
   * own unit.
   */
  private static double fastest(RunResult result) {
    Statistics iterations = result.getPrimaryResult().getStatistics();
    return result.getParams().getMode() == Mode.Throughput
        ? 1 / iterations.getMax()
        : iterations.getMin();
  }

  private static String method(RunResult result) {
    String name = result.getParams().getBenchmark();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Returns the class and the parameters. */
  private static String group(RunResult result) {
    BenchmarkParams params = result.getParams();
    String className = params.getBenchmark().substring(0, params.getBenchmark().lastIndexOf('.'));
    StringBuilder group = new StringBuilder(className.substring(className.lastIndexOf('.') + 1));
    for (String key : params.getParamsKeys()) {
      group.append(' ').append(key).append('=').append(params.getParam(key));
    }
    return group.toString();
  }
}
