package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.analysis.bounds.Stride;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines whether an access touches every element of a box. It does if each value on which the
 * indices depend occurs on one axis only, and the strides on each axis leave no gap.
 */
final class Exactness {
  private final KnownExecution execution;
  private final IndexRewriter rewriter;
  private final Box space;
  private final Decisions decisions;

  /**
   * The box of a regular access.
   *
   * @param axes its ranges
   * @param widths for each axis the number of adjacent accesses that together touch every element;
   *     1 if one access does
   * @param alignment for each loop the number of iterations of which cuts between chunks must be
   *     multiples
   */
  record Regular(List<AxisRange> axes, List<Long> widths, List<Long> alignment) {
    Regular {
      axes = List.copyOf(axes);
      widths = List.copyOf(widths);
      alignment = List.copyOf(alignment);
    }

    /** Whether every element is touched. */
    boolean isDense() {
      return areDense(widths);
    }
  }

  /** Whether one access alone leaves no gap on any axis. */
  static boolean areDense(List<Long> widths) {
    for (long width : widths) {
      if (width != 1) {
        return false;
      }
    }
    return true;
  }

  Exactness(KnownExecution execution, IndexRewriter rewriter, Decisions decisions, Box space) {
    this.decisions = decisions;
    this.execution = execution;
    this.rewriter = rewriter;
    this.space = space;
  }

  /**
   * The box of an access in one of its cases; empty if it is not regular. It has gaps unless {@link
   * Regular#isDense}.
   */
  Optional<Regular> of(AccessSite site, IndexCase its, List<Polynomial> axes) throws StaysOnHost {
    if (!isCertain(site, its)) {
      return Optional.empty();
    }
    Map<Value, Iterations> turns = new HashMap<>();
    for (CountedLoop loop : site.within()) {
      Optional<Iterations> counted = execution.turns(loop);
      if (counted.isEmpty()) {
        return Optional.empty();
      }
      turns.put(loop.variable(), counted.get());
    }
    return of(axes, turns, isPart(site, its));
  }

  /**
   * Whether one case of an access is reached in all iterations to which its conditions narrow a
   * chunk.
   */
  boolean isCertain(AccessSite site, IndexCase its) throws StaysOnHost {
    Optional<List<Condition>> deciding = decisions.of(site, its);
    return deciding.isPresent()
        && decisions.areCuts(deciding.get(), execution.ranges().where(its.conditions()));
  }

  /** Whether conditions exclude a certain access from some iterations. */
  boolean isPart(AccessSite site, IndexCase its) throws StaysOnHost {
    Optional<List<Condition>> deciding = decisions.of(site, its);
    return deciding.isPresent() && !deciding.get().isEmpty();
  }

  /** The number of adjacent accesses that leave no gaps, regardless of the conditions. */
  Optional<List<Long>> widths(AccessSite site, List<Polynomial> axes) throws StaysOnHost {
    Map<Value, Iterations> turns = new HashMap<>();
    for (CountedLoop loop : execution.innerLoops().values()) {
      Optional<Iterations> counted = execution.turns(loop);
      if (counted.isPresent()) {
        turns.put(loop.variable(), counted.get());
      }
    }
    return of(axes, turns, /* isPart= */ false).map(Regular::widths);
  }

  /**
   * The box of some axes, if no loop moves two of them.
   *
   * @param turns the inner loops that always run equally often
   * @param isPart whether conditions exclude some of the iterations
   */
  Optional<Regular> of(List<Polynomial> axes, Map<Value, Iterations> turns, boolean isPart)
      throws StaysOnHost {
    try {
      Optional<Regular> box = box(axes, turns, isPart);
      return box.isPresent() && fits(box.get()) ? box : Optional.empty();
    } catch (ArithmeticException tooLarge) {
      return Optional.empty();
    }
  }

  /** Whether none of the numbers in the computation of a chunk's box can wrap. */
  private boolean fits(Regular box) {
    for (AxisRange range : box.axes()) {
      if (!range.lower().get(0).fits(space.ends()) || !range.upper().get(0).fits(space.ends())) {
        return false;
      }
    }
    return true;
  }

  private Optional<Regular> box(List<Polynomial> axes, Map<Value, Iterations> turns, boolean isPart)
      throws StaysOnHost {
    int dimensions = execution.iterations().size();
    Long[] alignment = new Long[dimensions];
    Arrays.fill(alignment, 1L);
    Set<Value> seen = new HashSet<>();
    Set<Integer> wholeLoops = new HashSet<>();
    List<AxisRange> ranges = new ArrayList<>();
    List<Long> widths = new ArrayList<>();
    for (Polynomial sum : axes) {
      List<Stride> strides = new ArrayList<>();
      long low = sum.constant();
      long high = low;
      long[] factors = new long[dimensions];
      List<Formula.Term> terms = new ArrayList<>();
      for (Map.Entry<List<Value>, Long> term : sum.varying().terms().entrySet()) {
        Value value = term.getKey().get(0);
        long factor = term.getValue();
        if (term.getKey().size() > 1 || !seen.add(value)) {
          return Optional.empty();
        }
        Iterations inner = turns.get(value);
        int dimension = execution.dimension(value);
        int counted = ShapeFinder.countedLoop(value);
        if (counted >= 0) {
          if (!wholeLoops.add(counted)) {
            return Optional.empty();
          }
          factors[counted] = factor;
          if (execution.iterations().get(counted).count() > 1) {
            strides.add(new Stride(Math.abs(factor), 1));
          }
        } else if (dimension >= 0) {
          Iterations loop = execution.iterations().get(dimension);
          if (!wholeLoops.add(dimension)) {
            return Optional.empty();
          }
          low = Math.addExact(low, Math.multiplyExact(factor, loop.first()));
          high = Math.addExact(high, Math.multiplyExact(factor, loop.first()));
          factors[dimension] = Math.multiplyExact(factor, loop.step());
          // A chunk may have a single iteration of this loop.
          if (loop.count() > 1) {
            strides.add(new Stride(Math.abs(factor * loop.step()), 1));
          }
        } else if (inner != null) {
          long last = inner.first() + (inner.count() - 1) * inner.step();
          long one = Math.multiplyExact(factor, inner.first());
          long other = Math.multiplyExact(factor, last);
          low = Math.addExact(low, Math.min(one, other));
          high = Math.addExact(high, Math.max(one, other));
          strides.add(
              new Stride(Math.abs(Math.multiplyExact(factor, inner.step())), inner.count()));
        } else {
          Optional<Block> block = isPart ? Optional.empty() : block(value);
          if (block.isEmpty()) {
            return Optional.empty();
          }
          int d = block.get().dimension();
          if (wholeLoops.contains(d) || (alignment[d] != 1 && alignment[d] != block.get().size())) {
            return Optional.empty();
          }
          alignment[d] = block.get().size();
          terms.add(new Formula.Term(factor, block.get().node()));
          strides.add(new Stride(Math.abs(factor), block.get().isInside() ? alignment[d] : 1));
        }
      }
      widths.add(width(strides));
      ranges.add(AxisRange.of(new Formula(low, factors, terms), new Formula(high, factors, terms)));
    }
    for (int d = 0; d < dimensions; d++) {
      if (alignment[d] != 1 && wholeLoops.contains(d)) {
        return Optional.empty();
      }
    }
    return Optional.of(new Regular(ranges, widths, List.of(alignment)));
  }

  /** The number of adjacent elements at which the repeated strides leave no gap. */
  private static long width(List<Stride> strides) {
    strides.sort(Comparator.comparingLong(Stride::length));
    long width = 1;
    long reached = 0;
    for (Stride stride : strides) {
      width = Math.max(width, stride.length() - reached);
      reached = Math.addExact(reached, Math.multiplyExact(stride.length(), stride.count() - 1));
    }
    return width;
  }

  /**
   * The number of a block of iterations, or the position inside it.
   *
   * @param size the number of iterations of a block; divides that of the loop
   */
  private record Block(int dimension, long size, boolean isInside, Formula.Node node) {}

  /** {@code k / size} or {@code k % size}, where k counts the iterations of one loop. */
  private Optional<Block> block(Value value) throws StaysOnHost {
    if (!(value instanceof Value.Operation operation)
        || operation.operands().size() != 2
        || !(operation.operands().get(1) instanceof Value.Constant size)) {
      return Optional.empty();
    }
    boolean isInside = operation.operator() == Operator.FLOOR_REMAINDER;
    Optional<Polynomial> sum = rewriter.simplest(operation.operands().get(0), execution.ranges());
    Value only = sum.flatMap(Polynomial::onlyValue).orElse(value);
    if ((!isInside && operation.operator() != Operator.FLOOR_DIVIDE)
        || execution.dimension(only) < 0
        || sum.isEmpty()) {
      return Optional.empty();
    }
    int dimension = execution.dimension(only);
    Iterations loop = execution.iterations().get(dimension);
    long first = sum.get().constant() + sum.get().coefficient(only) * loop.first();
    boolean counts = sum.get().coefficient(only) * loop.step() == 1;
    if (!counts || Math.floorMod(first, size.number()) != 0 || loop.count() % size.number() != 0) {
      return Optional.empty();
    }
    int loops = execution.iterations().size();
    Formula number = Formula.variable(dimension, loops).plus(first);
    Formula.Node node =
        new Formula.Operation(
            operation.operator(), 'J', number, Formula.constant(size.number(), loops));
    return Optional.of(new Block(dimension, size.number(), isInside, node));
  }
}
