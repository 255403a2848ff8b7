package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.discovery.DeclaredRead;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Makes the boxes of an access from its indices and the array's shape. */
final class AccessBoxMaker {
  private final KnownExecution execution;
  private final Exactness exactness;
  private final BoundFinder bounds;
  private final Box space;
  private final int dimensions;
  private final List<DeclaredRead> declared;
  private final IndexRewriter rewriter;

  AccessBoxMaker(
      KnownExecution execution,
      Exactness exactness,
      BoundFinder bounds,
      IndexRewriter rewriter,
      List<DeclaredRead> declared) {
    this.execution = execution;
    this.exactness = exactness;
    this.bounds = bounds;
    this.declared = declared;
    this.rewriter = rewriter;
    this.space = bounds.space();
    this.dimensions = execution.iterations().size();
  }

  /** The box that an access touches in one of its cases. */
  AccessBox of(AccessSite site, IndexCase its, ArrayShape shape) throws StaysOnHost {
    Ranges here = execution.ranges().where(its.conditions());
    Box clip = bounds.clip(here);
    Optional<List<Polynomial>> axes = axes(its, shape, here);
    if (axes.isEmpty()) {
      return piece(site, clip, overRows(site, its.indices().get(0), shape, here));
    }
    Optional<Exactness.Regular> exact = exactness.of(site, its, axes.get());
    if (exact.filter(box -> box.isDense() || site.writes()).isPresent()) {
      return new AccessBox(
          clip,
          exact.get().axes(),
          exact.get().isDense(),
          exact.get().widths(),
          exact.get().alignment(),
          site.line(),
          site.text());
    }
    List<AxisRange> ranges = new ArrayList<>();
    for (int axis = 0; axis < axes.get().size(); axis++) {
      Polynomial index = axes.get().get(axis);
      long extent = shape.extents().get(axis);
      int number = axis;
      ranges.add(
          declared(site, shape)
              .filter(read -> !bounds.isFormula(index))
              .map(read -> declaredRange(read, number, extent))
              .orElse(range(index, extent, here)));
    }
    return piece(site, clip, ranges);
  }

  /** The box that a triangular write certainly touches in one of its cases, if it is known. */
  Optional<AccessBox> certain(AccessSite site, IndexCase its, ArrayShape shape) throws StaysOnHost {
    Ranges here = execution.ranges().where(its.conditions());
    Optional<List<Polynomial>> axes = axes(its, shape, here);
    Optional<Exactness.Regular> box =
        site.writes() && axes.isPresent()
            ? new TriangleFinder(execution, rewriter, exactness, bounds)
                .certain(site, its, axes.get())
            : Optional.empty();
    return box.map(
        found ->
            new AccessBox(
                bounds.clip(here),
                found.axes(),
                /* isExact= */ true,
                found.widths(),
                found.alignment(),
                site.line(),
                site.text()));
  }

  /** The index on each axis; empty if an access to a flat array may run over the end of a row. */
  private Optional<List<Polynomial>> axes(IndexCase its, ArrayShape shape, Ranges here)
      throws StaysOnHost {
    return its.indices().size() == 1
        ? ShapeFinder.axes(shape, its.indices().get(0), execution.iterations(), here)
        : Optional.of(its.indices());
  }

  /** The box of the whole array, for an access about which nothing is known. */
  AccessBox all(AccessSite site, ArrayShape shape) {
    Optional<DeclaredRead> read = declared(site, shape);
    List<AxisRange> ranges = new ArrayList<>();
    for (int axis = 0; axis < shape.extents().size(); axis++) {
      long extent = shape.extents().get(axis);
      ranges.add(
          read.isPresent()
              ? declaredRange(read.get(), axis, extent)
              : AxisRange.whole(extent, dimensions));
    }
    return piece(site, space, ranges);
  }

  /** The user's declaration about an access, if it has as many axes as the array. */
  private Optional<DeclaredRead> declared(AccessSite site, ArrayShape shape) {
    int axes = shape.extents().size();
    return declared(site)
        .filter(
            read ->
                read.extents().size() == axes
                    || (shape.strides().isEmpty()
                        && axes == Box.AXES
                        && read.extents().size() > axes));
  }

  private Optional<DeclaredRead> declared(AccessSite site) {
    return site.kind() == AccessSite.Kind.READ
        ? declared.stream().filter(read -> read.isOf(site.array().root().toString())).findFirst()
        : Optional.empty();
  }

  /**
   * The elements around the variable of the loop that an axis follows, up to the declared distance;
   * all on an axis that several indices share.
   */
  private AxisRange declaredRange(DeclaredRead read, int axis, long extent) {
    long distance = read.extents().get(axis);
    boolean isShared = read.extents().size() > Box.AXES && axis == Box.AXES - 1;
    if (distance == DeclaredRead.WHOLE || axis >= dimensions || isShared) {
      return AxisRange.whole(extent, dimensions);
    }
    Iterations loop = execution.iterations().get(axis);
    long[] factors = new long[dimensions];
    factors[axis] = loop.step();
    Formula own = new Formula(loop.first(), factors, List.of());
    return AxisRange.of(own.plus(-distance), own.plus(distance));
  }

  private AccessBox piece(AccessSite site, Box clip, List<AxisRange> ranges) {
    return new AccessBox(
        clip,
        ranges,
        /* isExact= */ false,
        /* widths= */ List.of(),
        Collections.nCopies(dimensions, 1L),
        site.line(),
        site.text());
  }

  private AxisRange range(Polynomial index, long extent, Ranges here) throws StaysOnHost {
    List<Formula> lower = bounds.of(index, /* isUpper= */ false, here);
    List<Formula> upper = bounds.of(index, /* isUpper= */ true, here);
    AxisRange whole = AxisRange.whole(extent, dimensions);
    AxisRange range =
        new AxisRange(
            lower.isEmpty() ? whole.lower() : lower,
            upper.isEmpty() ? whole.upper() : upper,
            /* isKnown= */ true);
    boolean isWhole =
        range.isConstant()
            && !bounds.isFormula(index)
            && range.first(space.ends()) <= 0
            && range.last(space.ends()) >= extent - 1;
    return isWhole ? whole : range;
  }

  /** The ranges of an access that runs over the ends of rows: all of each row that it touches. */
  private List<AxisRange> overRows(AccessSite site, Polynomial index, ArrayShape shape, Ranges here)
      throws StaysOnHost {
    long length = shape.extents().get(0) * shape.strides().get(0);
    AxisRange elements =
        declared(site)
            .filter(read -> read.extents().size() == 1 && !bounds.isFormula(index))
            .map(read -> declaredRange(read, 0, length))
            .orElse(range(index, length, here));
    List<AxisRange> ranges = new ArrayList<>();
    ranges.add(
        new AxisRange(
            elements.lower().stream().map(bound -> row(bound, shape)).toList(),
            elements.upper().stream().map(bound -> row(bound, shape)).toList(),
            elements.isKnown()));
    for (int axis = 1; axis < shape.extents().size(); axis++) {
      ranges.add(AxisRange.whole(shape.extents().get(axis), dimensions));
    }
    return ranges;
  }

  private Formula row(Formula element, ArrayShape shape) {
    Formula stride = Formula.constant(shape.strides().get(0), dimensions);
    return Formula.of(
        new Formula.Operation(Operator.FLOOR_DIVIDE, 'J', element, stride), dimensions);
  }
}
