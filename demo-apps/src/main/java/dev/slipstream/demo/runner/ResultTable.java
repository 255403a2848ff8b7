package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lines of the table that people read; at most 110 columns. */
final class ResultTable {
  private static final String RED = "\u001b[1;31m";
  private static final String PLAIN = "\u001b[0m";

  private static final long KIB = 1 << 10;

  private final boolean colour;

  /** Creates a table that shows failures in red if {@code colour}. */
  ResultTable(boolean colour) {
    this.colour = colour;
  }

  String header() {
    return line("", "", "plain java", "with slipstream", "", "", "", "results");
  }

  /**
   * Returns the line for the run on several ranks, below that of the program; empty if there was
   * none.
   */
  Optional<String> ranks(Comparison comparison, int ranks) {
    return comparison
        .ranked()
        .map(
            run ->
                line(
                    "",
                    "",
                    "",
                    seconds(run.output().millis()),
                    ratio(comparison.plain().millis() / Math.max(0.001, run.output().millis())),
                    ranks + " ranks",
                    "",
                    String.format(
                        Locale.ROOT, "%,d KiB between them", (run.bytes() + KIB - 1) / KIB)));
  }

  String row(Comparison comparison) {
    return line(
        comparison.program().title(),
        size(comparison.program(), comparison.size()),
        seconds(comparison.plain().millis()),
        seconds(comparison.attached().millis()),
        ratio(comparison.ratio()),
        comparison.report().places(),
        loops(comparison.report()),
        comparison.verdict() == Comparison.Verdict.DIFFERENT
            ? alarm(comparison.verdict().words())
            : comparison.verdict().words());
  }

  /** Returns the line of a program that could not be compared. */
  String failure(Program program, int size) {
    return line(program.title(), size(program, size), "", "", "", "", "", alarm("FAILED"));
  }

  /**
   * Returns a line with the times of the runs that had to wait for kernels; empty if there were
   * none.
   */
  Optional<String> compilations(List<Comparison> all) {
    String times =
        all.stream()
            .flatMap(
                each ->
                    each.compiling().stream()
                        .map(run -> each.program().title() + " " + seconds(run.millis())))
            .collect(Collectors.joining(", "));
    return times.isEmpty()
        ? Optional.empty()
        : Optional.of("once, with kernels to compile: " + times);
  }

  private String alarm(String words) {
    return colour ? RED + words + PLAIN : words;
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, "%-12s  %-7s  %10s  %15s  %5s   %-12s  %-8s  %s", cells)
        .stripTrailing();
  }

  private static String size(Program program, int size) {
    return program.dimensions() == 2 ? size + "²" : String.format(Locale.ROOT, "%,d", size);
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
