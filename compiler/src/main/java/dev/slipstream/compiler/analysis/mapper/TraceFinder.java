package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.AccessTrace;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Operator;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds how an access can be followed through the iterations of a chunk. It determines which
 * variables must be fixed so that the elements touched by the others form a box.
 */
final class TraceFinder {
  /** An upper limit of the variables of inner loops. */
  private static final long LARGE = 1L << 60;

  private final KnownExecution execution;
  private final IndexRewriter rewriter;
  private final Decisions decisions;
  private final BoundFinder bounds;

  TraceFinder(
      KnownExecution execution, IndexRewriter rewriter, Decisions decisions, BoundFinder bounds) {
    this.execution = execution;
    this.rewriter = rewriter;
    this.decisions = decisions;
    this.bounds = bounds;
  }

  /**
   * The traces of all writes of an array.
   *
   * @param known the cases of the array's accesses
   * @return an empty list if one of the accesses is not known completely
   */
  List<AccessTrace> of(Map<AccessSite, List<IndexCase>> known, ArrayShape shape) {
    List<AccessTrace> found = new ArrayList<>();
    try {
      for (Map.Entry<AccessSite, List<IndexCase>> site : known.entrySet()) {
        for (IndexCase one : site.getKey().writes() ? site.getValue() : List.<IndexCase>of()) {
          List<Condition> deciding = decisions.of(site.getKey(), one).orElseThrow(Unknown::new);
          Ranges here = execution.ranges().where(one.conditions());
          found.add(new Search(site.getKey().within(), here).trace(deciding, one, shape));
        }
      }
    } catch (StaysOnHost | Unknown | ArithmeticException unknown) {
      return List.of();
    }
    return found;
  }

  /** Thrown if an access is not known completely. */
  private static final class Unknown extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    Unknown() {
      super(null, null, false, false);
    }
  }

  /** The search for the trace of one case of an access. */
  private final class Search {
    private final Ranges here;
    private final List<Iterations> loops = execution.iterations();
    private final List<CountedLoop> inner;
    private final List<Value> variables = new ArrayList<>();
    private final Set<Integer> fixed = new HashSet<>();

    Search(List<CountedLoop> inner, Ranges here) {
      this.here = here;
      this.inner = inner;
      loops.forEach(loop -> variables.add(loop.variable()));
      inner.forEach(loop -> variables.add(loop.variable()));
    }

    AccessTrace trace(List<Condition> deciding, IndexCase its, ArrayShape shape)
        throws StaysOnHost, Unknown {
      List<AccessTrace.Test> tests = new ArrayList<>();
      for (Condition condition : deciding) {
        if (!decisions.isCut(condition, here)) {
          tests.add(
              new AccessTrace.Test(
                  original(condition.left()),
                  original(condition.right()),
                  condition.relation().holds(0, 1),
                  condition.relation().holds(0, 0),
                  condition.relation().holds(1, 0)));
        }
      }
      List<AccessTrace.Turns> turns = new ArrayList<>();
      for (CountedLoop loop : inner) {
        turns.add(turns(loop, loops.size() + turns.size()));
      }
      Polynomial first = its.indices().get(0);
      List<Formula> axes =
          axes(
              shape.strides().isEmpty()
                  ? its.indices()
                  : ShapeFinder.axes(shape, first, loops, here).orElse(its.indices()));
      for (Formula axis : axes) {
        fixWhatLeavesGaps(axis);
      }
      return new AccessTrace(
          bounds.clip(here),
          loops.stream().map(l -> new AccessTrace.Steps(l.first(), l.step())).toList(),
          turns,
          fixed,
          tests,
          axes,
          shape);
    }

    /**
     * The turns of an inner loop.
     *
     * @param around the number of variables of the loops around it
     */
    private AccessTrace.Turns turns(CountedLoop loop, int around) throws StaysOnHost, Unknown {
      long step = step(loop);
      long past =
          switch (loop.stay()) {
            case LESS, GREATER, NOT_EQUAL -> 0;
            case LESS_OR_EQUAL -> 1;
            case GREATER_OR_EQUAL -> -1;
            case EQUAL -> throw new Unknown();
          };
      boolean meets = loop.stay() == Relation.NOT_EQUAL;
      if (step == 0 || !(meets || loop.approaches(step))) {
        throw new Unknown();
      }
      Set<Integer> used = new HashSet<>();
      Formula first = formula(loop.initial(), used);
      Formula limit = formula(loop.limit(), used);
      for (int variable : used) {
        if (variable >= around) {
          // At the start of a loop only the variables of the loops around it are known.
          throw new Unknown();
        }
      }
      fixed.addAll(used);
      long largest = loop.variable().kind() == 'I' ? Integer.MAX_VALUE : LARGE;
      return new AccessTrace.Turns(first, step, limit.plus(past), meets, largest);
    }

    private long step(CountedLoop loop) throws StaysOnHost, Unknown {
      Interval step = here.of(loop.step());
      if (!step.isOne() || Math.abs(step.low()) >= LARGE) {
        throw new Unknown();
      }
      return step.low();
    }

    private List<Formula> axes(List<Polynomial> sums) throws StaysOnHost, Unknown {
      List<Formula> axes = new ArrayList<>();
      Set<Integer> seen = new HashSet<>();
      for (Polynomial sum : sums) {
        long[] factors = new long[variables.size()];
        List<Formula.Term> others = new ArrayList<>();
        for (Map.Entry<List<Value>, Long> term : sum.varying().terms().entrySet()) {
          List<Value> product = term.getKey();
          int variable = product.size() == 1 ? variables.indexOf(product.get(0)) : -1;
          if (variable >= 0) {
            factors[variable] = term.getValue();
            if (!seen.add(variable)) {
              fixed.add(variable);
            }
          } else {
            others.add(new Formula.Term(term.getValue(), product(product)));
          }
        }
        axes.add(new Formula(sum.constant(), factors, others));
      }
      return axes;
    }

    private Formula.Node product(List<Value> product) throws StaysOnHost, Unknown {
      if (product.size() > 1 && here.ofSum(new Polynomial(Map.of(product, 1L))).isAll()) {
        throw new Unknown();
      }
      Formula all = factor(product.get(0));
      for (Value value : product.subList(1, product.size())) {
        all = operation(Operator.MULTIPLY, 'J', all, factor(value));
      }
      return all.terms().isEmpty()
          ? new Formula.Operation(Operator.TO_LONG, 'J', all, all)
          : all.terms().get(0).node();
    }

    private Formula factor(Value value) throws StaysOnHost, Unknown {
      int counted = ShapeFinder.countedLoop(value);
      if (counted < 0) {
        return original(value);
      }
      // The number of the iteration, (variable - first) / step.
      Iterations loop = loops.get(counted);
      fixed.add(counted);
      return operation(
          Operator.DIVIDE,
          'J',
          Formula.variable(counted, variables.size()).plus(-loop.first()),
          Formula.constant(loop.step(), variables.size()));
    }

    private Formula original(Value value) throws StaysOnHost, Unknown {
      return formula(rewriter.original(value), fixed);
    }

    /**
     * The formula of a value, as Java computes it.
     *
     * @param used receives the numbers of the variables that occur
     * @throws Unknown if anything else occurs in it, or a division whose divisor may be zero
     */
    private Formula formula(Value value, Set<Integer> used) throws StaysOnHost, Unknown {
      int number = variables.indexOf(value);
      if (number >= 0) {
        used.add(number);
        return Formula.variable(number, variables.size());
      }
      Interval range = here.of(value);
      if (value.isInvariant() && range.isOne() && !range.isAll()) {
        return Formula.constant(range.low(), variables.size());
      }
      if (value.isInvariant() || !(value instanceof Value.Operation operation)) {
        throw new Unknown();
      }
      Value last = operation.operands().get(operation.operands().size() - 1);
      Interval divisor = here.of(last);
      if (operation.operator().divides() && divisor.low() <= 0 && divisor.high() >= 0) {
        throw new Unknown();
      }
      Formula left = formula(operation.operands().get(0), used);
      Formula right = formula(last, used);
      return operation(operation.operator(), operation.kind(), left, right);
    }

    private Formula operation(Operator operator, char kind, Formula left, Formula right) {
      return Formula.of(new Formula.Operation(operator, kind, left, right), variables.size());
    }

    /**
     * Fixes each variable whose step is larger than the range that all variables with smaller steps
     * reach.
     */
    private void fixWhatLeavesGaps(Formula axis) throws StaysOnHost, Unknown {
      List<Integer> order = new ArrayList<>();
      long[] strides = new long[variables.size()];
      for (int v = 0; v < strides.length; v++) {
        long step = v < loops.size() ? loops.get(v).step() : step(inner.get(v - loops.size()));
        strides[v] = Math.abs(Math.multiplyExact(axis.factor(v), step));
        if (strides[v] != 0 && !fixed.contains(v)) {
          order.add(v);
        }
      }
      order.sort(Comparator.comparingLong(v -> strides[v]));
      long reached = 1;
      for (int v : order) {
        if (strides[v] > reached) {
          fixed.add(v);
        } else {
          reached += strides[v] * (least(v) - 1);
        }
      }
    }

    /** The number of consecutive values that a variable has at least. */
    private long least(int variable) throws StaysOnHost {
      return variable < loops.size()
          ? 1
          : execution.turns(inner.get(variable - loops.size())).map(Iterations::count).orElse(1);
    }
  }
}
