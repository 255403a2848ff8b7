package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.region.Box;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds bounds of a sum that depend on the parallel loops alone. It replaces variables of inner
 * loops, and those that a condition compares, by the values that they are compared with
 * (Fourier–Motzkin elimination). Triangular loops thus have triangular bounds.
 */
final class BoundFinder {
  private static final int MOST_SUMS = 12;
  private static final int MOST_BOUNDS = 4;
  private static final long INT_RANGE = 1L << 31;

  private final KnownExecution execution;
  private final IndexRewriter rewriter;
  private final Box space;

  /** The bound of a range that is computed. */
  private enum Side {
    LOWER,
    UPPER,
    BOTH
  }

  BoundFinder(KnownExecution execution, IndexRewriter rewriter, Box space) {
    this.execution = execution;
    this.rewriter = rewriter;
    this.space = space;
  }

  /**
   * Bounds of a sum.
   *
   * @param isUpper whether to find upper bounds, instead of lower ones; all of the results hold
   * @return empty if nothing is known
   */
  List<Formula> of(Polynomial sum, boolean isUpper, Ranges here) throws StaysOnHost {
    Set<Formula> bounds = new LinkedHashSet<>();
    for (Polynomial candidate : withoutInnerLoops(sum, isUpper, here)) {
      Optional<Formula> bound = bound(candidate, isUpper ? Side.UPPER : Side.LOWER, here);
      if (bound.isPresent() && bound.get().fits(space.ends())) {
        bounds.add(bound.get());
      }
    }
    return best(new ArrayList<>(bounds), isUpper);
  }

  private List<Polynomial> withoutInnerLoops(Polynomial sum, boolean isUpper, Ranges here)
      throws StaysOnHost {
    Deque<Polynomial> open = new ArrayDeque<>(List.of(sum));
    Set<Polynomial> seen = new LinkedHashSet<>(open);
    List<Polynomial> done = new ArrayList<>();
    while (!open.isEmpty()) {
      Polynomial next = open.remove();
      List<Polynomial> others = new ArrayList<>();
      boolean isDone = true;
      for (Value value : next.values()) {
        if (execution.innerLoops().containsKey(value)) {
          List<Polynomial> without = eliminated(next, value, isUpper, here);
          isDone &= without.isEmpty();
          others.addAll(without);
        } else if (value instanceof Value.Operation operation) {
          others.addAll(extremes(next, operation, isUpper, here));
        } else if (execution.dimension(value) >= 0) {
          others.addAll(eliminated(next, value, isUpper, here));
        }
      }
      if (isDone) {
        done.add(next);
      }
      for (Polynomial other : others) {
        if (seen.size() < MOST_SUMS && seen.add(other)) {
          open.add(other);
        }
      }
    }
    return done.isEmpty() ? List.of(sum) : done;
  }

  /** Bounds of a sum in which a value no longer occurs. */
  private List<Polynomial> eliminated(Polynomial sum, Value value, boolean isUpper, Ranges here) {
    List<Polynomial> without = new ArrayList<>();
    long coefficient = sum.coefficient(value);
    for (Polynomial fact : here.notNegative()) {
      long factor = fact.coefficient(value);
      // The chunk already bounds the variable of a parallel loop by a number.
      boolean tells = execution.dimension(value) < 0 || fact.values().size() > 1;
      if (Math.abs(factor) == 1 && tells && isUpper == ((coefficient < 0) == (factor > 0))) {
        without(sum, fact, -coefficient * factor).ifPresent(without::add);
      }
    }
    return without;
  }

  /**
   * The sum without a value that a fact eliminates; empty if the numbers do not fit, so that the
   * fact does not help.
   */
  private static Optional<Polynomial> without(Polynomial sum, Polynomial fact, long factor) {
    try {
      return Optional.of(sum.plus(fact, factor));
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** A minimum is at most either operand, and a maximum is at least either operand. */
  private List<Polynomial> extremes(
      Polynomial sum, Value.Operation operation, boolean isUpper, Ranges here) throws StaysOnHost {
    boolean rises = sum.coefficient(operation) > 0;
    Operator helpful = rises == isUpper ? Operator.MIN : Operator.MAX;
    List<Polynomial> sums = new ArrayList<>();
    if (operation.operator() == helpful) {
      for (Value operand : operation.operands()) {
        rewriter.simplest(operand, here).ifPresent(by -> sums.add(sum.replace(operation, by)));
      }
    }
    return sums;
  }

  /** The bound that a sum itself provides. */
  private Optional<Formula> bound(Polynomial sum, Side side, Ranges here) throws StaysOnHost {
    long constant = 0;
    long[] factors = new long[execution.iterations().size()];
    List<Formula.Term> terms = new ArrayList<>();
    for (Map.Entry<List<Value>, Long> term : sum.terms().entrySet()) {
      List<Value> product = term.getKey();
      long coefficient = term.getValue();
      int dimension = product.size() == 1 ? execution.dimension(product.get(0)) : -1;
      try {
        if (product.isEmpty()) {
          constant = Math.addExact(constant, coefficient);
        } else if (dimension >= 0) {
          Iterations loop = execution.iterations().get(dimension);
          constant = Math.addExact(constant, Math.multiplyExact(coefficient, loop.first()));
          factors[dimension] = Math.multiplyExact(coefficient, loop.step());
        } else if (product.size() == 1 && ShapeFinder.countedLoop(product.get(0)) >= 0) {
          factors[ShapeFinder.countedLoop(product.get(0))] = coefficient;
        } else {
          Formula.Node node = node(product, here).orElse(null);
          if (node == null) {
            return Optional.empty();
          }
          if (node instanceof Formula.Anything range && side != Side.BOTH) {
            boolean isHigh = (side == Side.UPPER) == (coefficient > 0);
            long end = isHigh ? range.high() : range.low();
            constant = Math.addExact(constant, Math.multiplyExact(coefficient, end));
          } else {
            terms.add(new Formula.Term(coefficient, node));
          }
        }
      } catch (ArithmeticException e) {
        return Optional.empty();
      }
    }
    return Optional.of(new Formula(constant, factors, terms));
  }

  /** A formula for a sum of the parallel loops' variables; empty if it depends on anything else. */
  Optional<Formula> linear(Polynomial sum) throws StaysOnHost {
    return bound(sum, Side.BOTH, execution.ranges())
        .filter(formula -> formula.isLinear() && formula.fits(space.ends()));
  }

  private Optional<Formula.Node> node(List<Value> product, Ranges here) throws StaysOnHost {
    Interval range = here.ofSum(new Polynomial(Map.of(product, 1L)));
    Optional<Formula.Node> anything =
        range.isAll()
            ? Optional.empty()
            : Optional.of(new Formula.Anything(range.low(), range.high()));
    if (product.size() == 2) {
      Optional<Formula> first = small(product.get(0), here);
      Optional<Formula> second = small(product.get(1), here);
      return first.isPresent() && second.isPresent()
          ? Optional.of(new Formula.Operation(Operator.MULTIPLY, 'J', first.get(), second.get()))
          : anything;
    }
    if (product.size() == 1
        && product.get(0) instanceof Value.Operation operation
        && operation.operands().size() == 2) {
      Optional<Formula> left = small(operation.operands().get(0), here);
      Optional<Formula> right = small(operation.operands().get(1), here);
      if (left.isPresent()
          && right.isPresent()
          && !(isSteady(left.get()) && isSteady(right.get()))) {
        return isFollowed(operation.operator(), right.get())
            ? Optional.of(new Formula.Operation(operation.operator(), 'J', left.get(), right.get()))
            : anything;
      }
    }
    return anything;
  }

  /** Whether the result of an operator is known for a part of the iterations. */
  private static boolean isFollowed(Operator operator, Formula right) {
    return switch (operator) {
      case FLOOR_DIVIDE, FLOOR_REMAINDER -> right.isConstant() && right.constant() > 0;
      case MIN, MAX -> true;
      default -> false;
    };
  }

  /** Whether a bound does not depend on the chunk. */
  private boolean isSteady(Formula bound) {
    for (int d = 0; d < bound.variables(); d++) {
      if (!SplitPlanner.shift(bound, d, 1).equals(OptionalLong.of(0))) {
        return false;
      }
    }
    return true;
  }

  /** The formula of a part of a sum that remains in the range of an int. */
  private Optional<Formula> small(Value value, Ranges here) throws StaysOnHost {
    Optional<Polynomial> sum = rewriter.simplest(value, here);
    Optional<Formula> bound = sum.isEmpty() ? Optional.empty() : bound(sum.get(), Side.BOTH, here);
    return bound.filter(
        b ->
            b.fits(space.ends())
                && Math.abs(b.least(space.ends())) <= INT_RANGE
                && Math.abs(b.most(space.ends())) <= INT_RANGE);
  }

  /** The bounds without those that are certainly worse than another one everywhere. */
  private List<Formula> best(List<Formula> bounds, boolean isUpper) {
    List<Formula> best = new ArrayList<>();
    for (int b = 0; b < bounds.size(); b++) {
      Formula bound = bounds.get(b);
      boolean isWorse = false;
      for (int o = 0; o < bounds.size(); o++) {
        Optional<Formula> excess =
            isUpper ? difference(bound, bounds.get(o)) : difference(bounds.get(o), bound);
        if (o != b && excess.isPresent() && excess.get().least(space.ends()) >= 0) {
          // Of two equal bounds the first is kept.
          isWorse |= o < b || excess.get().most(space.ends()) > 0;
        }
      }
      if (!isWorse) {
        best.add(bound);
      }
    }
    return best.subList(0, Math.min(MOST_BOUNDS, best.size()));
  }

  /** The difference of two bounds, if both are linear. */
  private static Optional<Formula> difference(Formula one, Formula other) {
    if (!one.isLinear() || !other.isLinear()) {
      return Optional.empty();
    }
    long[] factors = new long[one.variables()];
    Arrays.setAll(factors, d -> one.factor(d) - other.factor(d));
    return Optional.of(new Formula(one.constant() - other.constant(), factors, List.of()));
  }

  /** All iterations. */
  Box space() {
    return space;
  }

  /** Whether a sum consists only of numbers and the variables of loops. */
  boolean isFormula(Polynomial sum) {
    for (List<Value> product : sum.terms().keySet()) {
      for (Value value : product) {
        if (!execution.innerLoops().containsKey(value)
            && execution.dimension(value) < 0
            && ShapeFinder.countedLoop(value) < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** The iterations to which conditions on a single variable narrow a chunk. */
  Box clip(Ranges here) {
    long[] ends = space.ends();
    for (Polynomial fact : here.notNegative()) {
      Optional<Value> only = fact.onlyValue();
      int dimension = only.isPresent() ? execution.dimension(only.get()) : -1;
      if (dimension >= 0) {
        narrow(fact, dimension, ends);
      }
    }
    return Box.ofEnds(ends);
  }

  /** {@code c * (first + step * it) + constant >= 0}. */
  private void narrow(Polynomial fact, int dimension, long[] ends) {
    Iterations loop = execution.iterations().get(dimension);
    long coefficient = fact.coefficient(loop.variable());
    boolean isSmall =
        Math.abs(coefficient) < INT_RANGE
            && Math.abs(loop.step()) < INT_RANGE
            && Math.abs(loop.first()) < INT_RANGE
            && Math.abs(fact.constant()) < INT_RANGE * INT_RANGE;
    if (!isSmall) {
      return;
    }
    long slope = coefficient * loop.step();
    long start = fact.constant() + coefficient * loop.first();
    if (slope > 0) {
      ends[2 * dimension] = Math.max(ends[2 * dimension], -Math.floorDiv(start, slope));
    } else {
      long last = Math.floorDiv(start, -slope);
      ends[2 * dimension + 1] = Math.min(ends[2 * dimension + 1], last + 1);
    }
  }
}
