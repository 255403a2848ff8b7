package dev.slipstream.demo.runner;

import java.util.Locale;

/** The lines of the table that people read; at most 110 columns. */
final class ResultTable {
  private ResultTable() {}

  static String header() {
    return row("", "", "plain java", "with slipstream", "", "", "", "results");
  }

  static String row(Comparison comparison) {
    return row(
        comparison.program().title(),
        size(comparison),
        seconds(comparison.plain().millis()),
        seconds(comparison.attached().millis()),
        ratio(comparison.ratio()),
        comparison.report().places(),
        loops(comparison.report()),
        comparison.verdict().words());
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "%-12s  %9s  %10s  %16s  %6s   %-12s  %-12s  %s", cells)
        .stripTrailing();
  }

  private static String size(Comparison comparison) {
    return comparison.program().dimensions() == 2
        ? comparison.size() + "²"
        : String.format(Locale.ROOT, "%,d", comparison.size());
  }

  private static String seconds(double millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / 1000);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 9.95 ? "%.1f×" : "%.0f×", ratio);
  }

  private static String loops(AgentReport report) {
    long taken = report.taken();
    if (report.refused() > 0) {
      return taken + " of " + report.loops().size() + " loops";
    }
    return taken + (taken == 1 ? " loop" : " loops");
  }
}
