package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Text for people that describes how the mappers of one execution are found: for each access its
 * indices as sums, the ranges of these, and the box of a chunk. Not thread-safe.
 */
final class Derivation {
  private final KnownExecution execution;
  private final AccessBoxText text;
  private final List<String> lines = new ArrayList<>();

  Derivation(KnownExecution execution, Box space) {
    this.execution = execution;
    this.text = new AccessBoxText(execution.iterations(), space);
    for (int d = 0; d < execution.iterations().size(); d++) {
      Iterations loop = execution.iterations().get(d);
      lines.add(
          String.format(
              Locale.ROOT,
              "loop %d: %s from %d by %d, %d iterations",
              d,
              loop.variable(),
              loop.first(),
              loop.step(),
              loop.count()));
    }
  }

  /** Begins the accesses to an array. */
  void array(String name, ArrayShape shape) {
    String flat = shape.strides().isEmpty() ? "" : ", a flat array";
    lines.add("array " + name + ": " + shape + flat);
  }

  /** Adds one case of an access. */
  void access(AccessSite site, IndexCase its, AccessBox piece, ArrayShape shape) {
    String where = its.dividing().stream().map(Condition::text).collect(Collectors.joining(", "));
    lines.add(head(site) + (where.isEmpty() ? "" : " where " + where));
    for (Polynomial index : its.indices()) {
      lines.add("    index " + text(index) + range(index, its.conditions()));
    }
    boxes(piece, shape, piece.isExact() ? ", every element" : "");
  }

  /** Adds an access about which nothing is known. */
  void unknown(AccessSite site, AccessBox piece, ArrayShape shape) {
    lines.add(head(site) + ": no formula");
    boxes(piece, shape, "");
  }

  private void boxes(AccessBox piece, ArrayShape shape, String remark) {
    lines.add("    boxes of a chunk: " + text.of(piece, shape.domain()) + remark);
  }

  /** All lines. */
  List<String> lines() {
    return lines;
  }

  private static String head(AccessSite site) {
    String line = site.line() < 0 ? "" : "line " + site.line() + " ";
    return "  " + line + site.kind().name().toLowerCase(Locale.ROOT) + " " + site.text();
  }

  private String range(Polynomial index, List<Condition> conditions) {
    try {
      Ranges here = execution.ranges().where(conditions);
      Interval range = here.ofSum(index);
      return range.isAll() ? ", any number" : ", from " + range.low() + " to " + range.high();
    } catch (StaysOnHost unknown) {
      return ", any number";
    }
  }

  private static String text(Polynomial sum) {
    List<Map.Entry<List<Value>, Long>> terms = new ArrayList<>(sum.varying().terms().entrySet());
    terms.sort(Comparator.comparing(term -> term.getKey().toString()));
    StringBuilder text = new StringBuilder();
    for (Map.Entry<List<Value>, Long> term : terms) {
      long factor = term.getValue();
      text.append(text.isEmpty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ");
      text.append(Math.abs(factor) == 1 ? "" : Math.abs(factor) + "*");
      text.append(term.getKey().stream().map(Value::toString).collect(Collectors.joining("*")));
    }
    long constant = sum.constant();
    if (text.isEmpty()) {
      return Long.toString(constant);
    }
    return constant == 0
        ? text.toString()
        : text + (constant < 0 ? " - " : " + ") + Math.abs(constant);
  }
}
