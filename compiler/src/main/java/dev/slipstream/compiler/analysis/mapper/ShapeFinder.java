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
import dev.slipstream.model.mapper.ArrayShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the shape in which the accesses to a flat array become boxes. Its row length is one of the
 * strides that occur, and no access runs over the end of a row.
 */
final class ShapeFinder {
  private static final int MOST_STRIDES = 8;

  private final KnownExecution execution;
  private final Exactness exactness;

  /** One case of an access to the array. */
  record Use(AccessSite site, IndexCase its) {}

  private record Score(long exactWrites, long boxes, long denseReads, long inRows, int axes) {
    boolean isBetterThan(Score other) {
      // Fewer boxes are better, but more of the others.
      long[] own = {exactWrites, -boxes, denseReads, inRows, axes};
      long[] its = {other.exactWrites, -other.boxes, other.denseReads, other.inRows, other.axes};
      return Arrays.compare(own, its) > 0;
    }
  }

  ShapeFinder(KnownExecution execution, Exactness exactness) {
    this.execution = execution;
    this.exactness = exactness;
  }

  /**
   * The best shape.
   *
   * @param length the number of elements of the array
   * @param like the accesses to arrays of the same length, which are likely to have the same shape
   */
  ArrayShape of(long length, List<Use> uses, List<Use> like) throws StaysOnHost {
    ArrayShape best = ArrayShape.flat(length, List.of());
    Set<Long> strides = new TreeSet<>(strides(length, uses));
    for (long stride : strides(length, like)) {
      if (strides.size() < MOST_STRIDES) {
        strides.add(stride);
      }
    }
    List<List<Long>> candidates = new ArrayList<>();
    for (long stride : strides) {
      candidates.add(List.of(stride));
      for (long longer : strides) {
        if (longer > stride && longer % stride == 0) {
          candidates.add(List.of(longer, stride));
        }
      }
    }
    if (candidates.isEmpty()) {
      return best;
    }
    Score highest = score(best, uses);
    for (List<Long> candidate : candidates) {
      ArrayShape shape = ArrayShape.flat(length, candidate);
      Score score = score(shape, uses);
      if (score.isBetterThan(highest)) {
        best = shape;
        highest = score;
      }
    }
    return best;
  }

  private Score score(ArrayShape shape, List<Use> uses) throws StaysOnHost {
    Map<Comb, Set<List<Long>>> writes = new HashMap<>();
    long irregular = 0;
    long denseReads = 0;
    long inRows = 0;
    for (Use use : uses) {
      Ranges here = execution.ranges().where(use.its().conditions());
      Optional<List<Polynomial>> axes =
          axes(shape, use.its().indices().get(0), execution.iterations(), here);
      irregular += use.site().writes() ? 1 : 0;
      if (axes.isPresent()) {
        inRows++;
        Optional<List<Long>> widths = exactness.widths(use.site(), axes.get());
        if (use.site().writes() && widths.isPresent()) {
          irregular--;
          List<Polynomial> varying = new ArrayList<>();
          List<Long> constants = new ArrayList<>();
          for (Polynomial axis : axes.get()) {
            varying.add(axis.varying());
            constants.add(axis.constant());
          }
          writes
              .computeIfAbsent(
                  new Comb(varying, widths.get(), use.its()), c -> new LinkedHashSet<>())
              .add(constants);
        } else if (widths.isPresent() && Exactness.areDense(widths.get())) {
          denseReads++;
        }
      }
    }
    long exactWrites = 0;
    long boxes = irregular;
    for (Map.Entry<Comb, Set<List<Long>>> comb : writes.entrySet()) {
      exactWrites += comb.getKey().isDense(comb.getValue()) ? comb.getValue().size() : 0;
      boxes += isBox(comb.getValue()) ? 1 : comb.getValue().size();
    }
    return new Score(exactWrites, boxes, denseReads, inRows, shape.extents().size());
  }

  /** Writes that differ only by constants, and the number of adjacent writes that leave no gap. */
  private record Comb(List<Polynomial> varying, List<Long> widths, Set<Condition> cases) {
    Comb(List<Polynomial> varying, List<Long> widths, IndexCase its) {
      this(varying, widths, Set.copyOf(its.dividing()));
    }

    boolean isDense(Set<List<Long>> offsets) {
      boolean single = Exactness.areDense(widths);
      if (single || !isBox(offsets)) {
        return single;
      }
      for (int axis = 0; axis < widths.size(); axis++) {
        if (extent(offsets, axis) < widths.get(axis)) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean isBox(Set<List<Long>> offsets) {
    double area = 1;
    int axes = offsets.iterator().next().size();
    for (int axis = 0; axis < axes; axis++) {
      area *= extent(offsets, axis);
    }
    return area == offsets.size();
  }

  private static long extent(Set<List<Long>> offsets, int axis) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (List<Long> offset : offsets) {
      least = Math.min(least, offset.get(axis));
      most = Math.max(most, offset.get(axis));
    }
    return most - least + 1;
  }

  private Set<Long> strides(long length, List<Use> uses) throws StaysOnHost {
    Set<Long> found = new TreeSet<>();
    Map<Polynomial, Set<Long>> constants = new HashMap<>();
    for (Use use : uses) {
      Polynomial index = use.its().indices().get(0);
      boolean depends = false;
      for (Value value : index.values()) {
        depends |= dependsOnIteration(value);
      }
      if (!depends) {
        continue;
      }
      for (Value value : index.values()) {
        long coefficient = Math.abs(index.coefficient(value));
        add(found, coefficient, length);
        int dimension = execution.dimension(value);
        if (dimension >= 0) {
          Iterations loop = execution.iterations().get(dimension);
          add(found, coefficient * Math.abs(loop.step()), length);
        }
      }
      constants.computeIfAbsent(index.varying(), v -> new HashSet<>()).add(index.constant());
      addWidth(found, use, length);
    }
    for (Set<Long> offsets : constants.values()) {
      long least = Collections.min(offsets);
      long common = 0;
      for (long offset : offsets) {
        common = SplitPlanner.gcd(common, offset - least);
      }
      add(found, common, length);
    }
    List<Long> longest = new ArrayList<>(found);
    return new TreeSet<>(
        longest.subList(Math.max(0, longest.size() - MOST_STRIDES), longest.size()));
  }

  private boolean dependsOnIteration(Value value) {
    if (!(value instanceof Value.Operation operation)) {
      return execution.dimension(value) >= 0;
    }
    for (Value operand : operation.operands()) {
      if (dependsOnIteration(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the row length if each iteration touches all elements of a row. */
  private void addWidth(Set<Long> found, Use use, long length) throws StaysOnHost {
    Ranges here = execution.ranges().where(use.its().conditions());
    Polynomial inner = use.its().indices().get(0);
    for (Iterations loop : execution.iterations()) {
      inner = inner.replace(loop.variable(), Polynomial.constant(0));
    }
    Interval range = here.ofSum(inner);
    if (!range.isAll() && !range.isOne()) {
      add(found, range.high() - range.low() + 1, length);
    }
  }

  /**
   * The number of an iteration along a loop, from 0. It replaces the loop's variable where only all
   * steps together advance by a whole row.
   */
  private static Value countOf(int loop) {
    return new Value.LoopVariable(loop, "#" + loop, 'J');
  }

  /** The loop whose iterations a value counts, or -1. */
  static int countedLoop(Value value) {
    return value instanceof Value.LoopVariable variable
            && variable.equals(countOf(variable.dimension()))
        ? variable.dimension()
        : -1;
  }

  /**
   * The index of an access on each axis of a flat array.
   *
   * @param loops the parallel loops
   * @return empty if an access may run over the end of a row
   */
  static Optional<List<Polynomial>> axes(
      ArrayShape shape, Polynomial index, List<Iterations> loops, Ranges here) throws StaysOnHost {
    List<Polynomial> axes = new ArrayList<>();
    Polynomial rest = index;
    for (long stride : shape.strides()) {
      Polynomial on = rest.multiplesOf(stride);
      rest = rest.plus(on, -stride);
      for (int d = 0; d < loops.size(); d++) {
        Iterations loop = loops.get(d);
        long coefficient = rest.coefficient(loop.variable());
        long step = Math.multiplyExact(coefficient, loop.step());
        if (coefficient != 0 && step % stride == 0) {
          on = on.plus(Polynomial.atom(countOf(d)), step / stride);
          long first = Math.multiplyExact(coefficient, loop.first());
          rest = rest.replace(loop.variable(), Polynomial.constant(0)).plus(first);
        }
      }
      Interval range = here.ofSum(rest);
      long rows = Math.floorDiv(range.low(), stride);
      if (range.isAll() || rows != Math.floorDiv(range.high(), stride)) {
        return Optional.empty();
      }
      axes.add(on.plus(rows));
      rest = rest.plus(-rows * stride);
    }
    axes.add(rest);
    return Optional.of(axes);
  }

  private static void add(Set<Long> found, long stride, long length) {
    if (stride > 1 && stride < length) {
      found.add(stride);
    }
  }
}
