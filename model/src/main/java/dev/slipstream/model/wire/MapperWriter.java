package dev.slipstream.model.wire;

import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AccessTrace;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.LaneIterations;
import dev.slipstream.model.region.Box;
import java.util.TreeSet;

/** Writes divisions, including the formulas of their mappers. */
final class MapperWriter {
  private final WireWriter out;

  MapperWriter(WireWriter out) {
    this.out = out;
  }

  void division(Division division) {
    out.numbers(division.loops());
    box(division.geometry().space());
    out.number(division.geometry().granularity0());
    out.number(division.geometry().granularity1());
    out.text(division.geometry().splitting().name());
    out.flag(division.lanes().isPresent());
    if (division.lanes().isPresent()) {
      LaneIterations lanes = division.lanes().get();
      box(lanes.nest());
      out.number(lanes.loops());
      out.number(lanes.steps());
      out.numbers(new TreeSet<>(lanes.results()));
    }
    out.list(division.arrays(), this::array);
  }

  private void array(ArrayMapper array) {
    out.numbers(new TreeSet<>(array.parameters()));
    out.text(array.name());
    out.numbers(array.shape().extents());
    out.numbers(array.shape().strides());
    access(array.reads());
    out.flag(array.isDeclared());
    access(array.writes());
    access(array.certain());
    out.flag(array.writesAll());
  }

  private void access(ArrayMapper.Access access) {
    out.text(access.name());
    out.list(access.boxes(), this::box);
    out.list(access.traces(), this::trace);
  }

  private void box(AccessBox box) {
    box(box.clip());
    box.axes().forEach(this::range);
    out.flag(box.isExact());
    out.numbers(box.widths());
    out.numbers(box.alignment());
    out.number(box.line());
    out.text(box.text());
  }

  private void range(AxisRange range) {
    out.list(range.lower(), this::formula);
    out.list(range.upper(), this::formula);
    out.flag(range.isKnown());
  }

  private void trace(AccessTrace trace) {
    box(trace.clip());
    trace
        .loops()
        .forEach(
            loop -> {
              out.number(loop.first());
              out.number(loop.step());
            });
    out.list(
        trace.turns(),
        turns -> {
          formula(turns.first());
          out.number(turns.step());
          formula(turns.limit());
          out.flag(turns.meets());
          out.number(turns.largest());
        });
    out.numbers(new TreeSet<>(trace.fixed()));
    out.list(
        trace.tests(),
        test -> {
          formula(test.left());
          formula(test.right());
          out.flag(test.less());
          out.flag(test.equal());
          out.flag(test.greater());
        });
    out.list(trace.axes(), this::formula);
  }

  private void box(Box box) {
    for (long end : box.ends()) {
      out.number(end);
    }
  }

  private void formula(Formula formula) {
    out.number(formula.constant());
    for (int v = 0; v < formula.variables(); v++) {
      out.number(formula.factor(v));
    }
    out.list(
        formula.terms(),
        term -> {
          out.number(term.factor());
          node(term.node());
        });
  }

  private void node(Formula.Node node) {
    if (node instanceof Formula.Anything range) {
      out.octet('A');
      out.number(range.low());
      out.number(range.high());
    } else if (node instanceof Formula.Opposite opposite) {
      out.octet('O');
      formula(opposite.of());
    } else if (node instanceof Formula.Operation operation) {
      out.octet(operation.kind());
      out.text(operation.operator().name());
      formula(operation.left());
      formula(operation.right());
    }
  }
}
