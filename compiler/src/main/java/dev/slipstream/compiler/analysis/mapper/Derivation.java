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
 * Notes for people how the mappers of one execution are found: of each access its indices as sums,
 * the numbers that they can be, and the box of a chunk. The texts are made only if somebody asks.
 * Not thread-safe.
 */
final class Derivation {
  private final KnownExecution execution;
  private final AccessBoxText text;
  private final List<Note> notes = new ArrayList<>();

  /** What was found. */
  private sealed interface Note {}

  private record OfArray(String name, ArrayShape shape) implements Note {}

  private record OfCase(AccessSite site, IndexCase its, AccessBox piece, ArrayShape shape)
      implements Note {}

  private record OfUnknown(AccessSite site, AccessBox piece, ArrayShape shape) implements Note {}

  Derivation(KnownExecution execution, Box space) {
    this.execution = execution;
    this.text = new AccessBoxText(execution.iterations(), space);
  }

  /** The accesses that follow are to this array. */
  void array(String name, ArrayShape shape) {
    notes.add(new OfArray(name, shape));
  }

  /** One case of an access is known. */
  void access(AccessSite site, IndexCase its, AccessBox piece, ArrayShape shape) {
    notes.add(new OfCase(site, its, piece, shape));
  }

  /** Nothing is known of an access. */
  void unknown(AccessSite site, AccessBox piece, ArrayShape shape) {
    notes.add(new OfUnknown(site, piece, shape));
  }

  /** All notes as lines. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int d = 0; d < execution.iterations().size(); d++) {
      Iterations loop = execution.iterations().get(d);
      lines.add(
          "loop %d: %s from %d by %d, %d iterations"
              .formatted(d, loop.variable(), loop.first(), loop.step(), loop.count()));
    }
    for (Note note : notes) {
      if (note instanceof OfArray array) {
        String flat = array.shape().strides().isEmpty() ? "" : ", a flat array";
        lines.add("array " + array.name() + ": " + array.shape() + flat);
      } else if (note instanceof OfCase known) {
        lines.addAll(lines(known));
      } else if (note instanceof OfUnknown unknown) {
        lines.add(head(unknown.site()) + ": no formula");
        lines.add("    boxes of a chunk: " + text.of(unknown.piece(), unknown.shape().domain()));
      }
    }
    return lines;
  }

  private static String head(AccessSite site) {
    String line = site.line() < 0 ? "" : "line " + site.line() + " ";
    return "  " + line + site.kind().name().toLowerCase(Locale.ROOT) + " " + site.text();
  }

  private List<String> lines(OfCase known) {
    List<String> lines = new ArrayList<>();
    List<Condition> all = known.its().conditions();
    List<Condition> added = all.subList(all.size() - known.its().added(), all.size());
    String where = added.stream().map(Condition::text).collect(Collectors.joining(", "));
    lines.add(head(known.site()) + (where.isEmpty() ? "" : " where " + where));
    for (Polynomial index : known.its().indices()) {
      lines.add("    index " + text(index) + range(index, all));
    }
    lines.add(
        "    boxes of a chunk: "
            + text.of(known.piece(), known.shape().domain())
            + (known.piece().isExact() ? ", every element" : ""));
    return lines;
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
