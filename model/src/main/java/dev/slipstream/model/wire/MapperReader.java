package dev.slipstream.model.wire;

import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AccessTrace;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.LaneIterations;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the data that {@link MapperWriter} has written. */
final class MapperReader {
  private static final int MANY = 1 << 16;

  /** The largest nesting depth of formulas. */
  private static final int DEEPEST = 128;

  private static final int MOST_INDICES = 255;

  private final WireReader in;

  /** The number of parallel loops. */
  private int loops;

  private int depth;

  MapperReader(WireReader in) {
    this.in = in;
  }

  Division division() {
    List<Integer> order = in.list("its loops", 1, 3, () -> in.integer("a loop", 0, 2));
    loops = order.size();
    Set<Integer> different = new HashSet<>(order);
    for (int loop = 0; loop < loops; loop++) {
      in.require(different.contains(loop), "its loops are " + order);
    }
    Geometry geometry =
        new Geometry(
            box("its iterations"),
            in.number("a granularity", 1, Long.MAX_VALUE),
            in.number("a granularity", 1, Long.MAX_VALUE),
            one(Splitting.values(), "its splitting"));
    Optional<LaneIterations> lanes =
        in.flag("whether lanes run it") ? Optional.of(lanes()) : Optional.empty();
    return new Division(geometry, order, in.list("its arrays", 0, MANY, this::array), lanes);
  }

  private LaneIterations lanes() {
    Box nest = box("the iterations of lanes");
    long iterations = 1;
    for (int axis = 0; axis < Box.AXES; axis++) {
      iterations *= nest.extent(axis);
      in.require(
          iterations > 0 && iterations <= Integer.MAX_VALUE, "lanes have the iterations " + nest);
    }
    in.require(loops == 1, "lanes have " + loops + " axes");
    loops = in.integer("the number of loops", 1, 3);
    return new LaneIterations(
        nest,
        loops,
        in.integer("the iterations of a lane", 1, Integer.MAX_VALUE),
        in.indices("the arrays of lanes", MOST_INDICES));
  }

  private <T extends Enum<T>> T one(T[] all, String what) {
    String name = in.text(what);
    for (T one : all) {
      if (one.name().equals(name)) {
        return one;
      }
    }
    throw in.wrong(what + " is " + name);
  }

  private ArrayMapper array() {
    Set<Integer> parameters = in.indices("an array's parameters", MOST_INDICES);
    String name = in.text("an array's name");
    List<Long> extents =
        in.list("extents", 1, 3, () -> in.number("an extent", 0, Integer.MAX_VALUE));
    List<Long> strides =
        in.list(
            "strides", 0, extents.size() - 1, () -> in.number("a stride", 1, Integer.MAX_VALUE));
    in.require(
        strides.isEmpty() || strides.size() == extents.size() - 1,
        strides.size() + " strides are none of " + extents.size() + " axes");
    ArrayShape shape = new ArrayShape(extents, strides);
    return new ArrayMapper(
        parameters,
        name,
        shape,
        access(shape),
        in.flag("whether reads are declared"),
        access(shape),
        access(shape),
        in.flag("whether all is written"));
  }

  private ArrayMapper.Access access(ArrayShape shape) {
    return new ArrayMapper.Access(
        in.text("a mapper's name"),
        in.list("boxes", 0, MANY, () -> accessBox(shape.extents().size())),
        in.list("traces", 0, MANY, () -> trace(shape)),
        shape.domain());
  }

  private AccessBox accessBox(int axes) {
    Box clip = box("the iterations of a box");
    List<AxisRange> ranges = new ArrayList<>();
    for (int axis = 0; axis < axes; axis++) {
      ranges.add(
          new AxisRange(
              in.list("lower bounds", 1, MANY, () -> formula(loops)),
              in.list("upper bounds", 1, MANY, () -> formula(loops)),
              in.flag("whether a range is known")));
    }
    boolean isExact = in.flag("whether a box is exact");
    List<Long> widths = in.list("widths", 0, axes, () -> in.number("a width", 1, Long.MAX_VALUE));
    in.require(widths.isEmpty() || widths.size() == axes, "there are " + widths.size() + " widths");
    return new AccessBox(
        clip,
        ranges,
        isExact,
        widths,
        in.numbers("alignments", loops, 1),
        in.integer("a line", -1, Integer.MAX_VALUE),
        in.text("an access"));
  }

  private AccessTrace trace(ArrayShape shape) {
    Box clip = box("the iterations of a trace");
    List<AccessTrace.Steps> steps = new ArrayList<>();
    for (int loop = 0; loop < loops; loop++) {
      steps.add(new AccessTrace.Steps(in.number("a first value"), in.number("a step")));
    }
    // The number of variables of formulas is known only after all inner loops.
    int inner = in.integer("the number of inner loops", 0, MOST_INDICES);
    int variables = loops + inner;
    List<AccessTrace.Turns> turns = new ArrayList<>();
    for (int loop = 0; loop < inner; loop++) {
      Formula first = formula(variables);
      long step = in.number("a step");
      in.require(step != 0 && step != Long.MIN_VALUE, "an inner loop's step is " + step);
      turns.add(
          new AccessTrace.Turns(
              first,
              step,
              formula(variables),
              in.flag("whether the limit is met"),
              in.number("the largest number of a variable")));
    }
    Set<Integer> fixed = in.indices("fixed variables", variables);
    List<AccessTrace.Test> tests =
        in.list(
            "tests",
            0,
            MANY,
            () ->
                new AccessTrace.Test(
                    formula(variables),
                    formula(variables),
                    in.flag("whether less passes"),
                    in.flag("whether equal passes"),
                    in.flag("whether greater passes")));
    int extents = shape.extents().size();
    List<Formula> axes = in.list("indices", 1, extents, () -> formula(variables));
    in.require(
        axes.size() == extents || (axes.size() == 1 && !shape.strides().isEmpty()),
        axes.size() + " indices are none of " + extents + " axes");
    return new AccessTrace(clip, steps, turns, fixed, tests, axes, shape);
  }

  /** Reads a box; an empty one has one form only. */
  private Box box(String what) {
    long[] ends = new long[2 * Box.AXES];
    for (int end = 0; end < ends.length; end++) {
      ends[end] = in.number(what, Integer.MIN_VALUE, 1L << 32);
    }
    Box box = Box.ofEnds(ends);
    in.require(Arrays.equals(box.ends(), ends), what + " are no box");
    return box;
  }

  private Formula formula(int variables) {
    in.require(++depth <= DEEPEST, "formulas are too deep in each other");
    long constant = in.number("a constant");
    long[] factors = new long[variables];
    for (int v = 0; v < variables; v++) {
      factors[v] = in.number("a factor");
    }
    List<Formula.Term> terms =
        in.list("terms", 0, MANY, () -> new Formula.Term(in.number("a factor"), node(variables)));
    depth--;
    return new Formula(constant, factors, terms);
  }

  private Formula.Node node(int variables) {
    int kind = in.octet("a term's kind");
    return switch (kind) {
      case 'A' -> {
        long low = in.number("the least number");
        yield new Formula.Anything(low, in.number("the largest number", low, Long.MAX_VALUE));
      }
      case 'O' -> new Formula.Opposite(formula(variables));
      case 'I', 'J' -> {
        Operator operator = one(Operator.values(), "an operator");
        Formula left = formula(variables);
        yield new Formula.Operation(operator, (char) kind, left, formula(variables));
      }
      default -> throw in.wrong("a term has the kind " + kind);
    };
  }
}
