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
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out how an access can be followed through the iterations of a chunk: which variables have
 * to stay the same so that what the others touch is a box.
 */
final class TraceFinder {
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

  /** What is found on the way. */
  private final class Search {
    private final Ranges here;
    private final List<CountedLoop> inner;
    private final List<Value> variables = new ArrayList<>();
    private final BitSet fixed = new BitSet();

    Search(AccessSite site, Ranges here) {
      this.here = here;
      this.inner = site.within();
      execution.iterations().forEach(loop -> variables.add(loop.variable()));
      inner.forEach(loop -> variables.add(loop.variable()));
    }

    Optional<Formula> formula(Value value) throws StaysOnHost {
      return Formula.of(rewriter.original(value), variables, here, fixed);
    }
  }

  /**
   * How one case of an access is followed.
   *
   * @return empty if something is not known of it
   */
  Optional<AccessTrace> of(AccessSite site, IndexCase its, ArrayShape shape) throws StaysOnHost {
    Optional<List<Condition>> deciding = decisions.of(site, its);
    if (deciding.isEmpty()) {
      return Optional.empty();
    }
    Ranges here = execution.ranges().where(its.conditions());
    Search search = new Search(site, here);
    Optional<List<AccessTrace.Test>> tests = tests(deciding.get(), search);
    Optional<List<AccessTrace.Turns>> turns = turns(search);
    List<Polynomial> sums =
        shape.strides().isEmpty()
            ? its.indices()
            : shape.axes(its.indices().get(0), execution.iterations(), here).orElse(its.indices());
    Optional<List<AccessTrace.Index>> axes = axes(sums, search);
    if (tests.isEmpty() || turns.isEmpty() || axes.isEmpty()) {
      return Optional.empty();
    }
    for (AccessTrace.Index axis : axes.get()) {
      fixWhatLeavesGaps(axis, search);
    }
    return Optional.of(
        new AccessTrace(
            bounds.clip(here),
            execution.iterations(),
            turns.get(),
            search.fixed,
            tests.get(),
            axes.get(),
            shape));
  }

  private Optional<List<AccessTrace.Test>> tests(List<Condition> deciding, Search search)
      throws StaysOnHost {
    List<AccessTrace.Test> tests = new ArrayList<>();
    for (Condition condition : deciding) {
      if (!decisions.isCut(condition, search.here)) {
        Optional<Formula> left = search.formula(condition.left());
        Optional<Formula> right = search.formula(condition.right());
        if (left.isEmpty() || right.isEmpty()) {
          return Optional.empty();
        }
        tests.add(new AccessTrace.Test(condition.relation(), left.get(), right.get()));
      }
    }
    return Optional.of(tests);
  }

  private Optional<List<AccessTrace.Turns>> turns(Search search) throws StaysOnHost {
    List<AccessTrace.Turns> turns = new ArrayList<>();
    for (CountedLoop loop : search.inner) {
      Interval step = search.here.of(loop.step());
      BitSet used = new BitSet();
      Optional<Formula> initial = Formula.of(loop.initial(), search.variables, search.here, used);
      Optional<Formula> limit = Formula.of(loop.limit(), search.variables, search.here, used);
      // Where a loop begins only the variables around it are known.
      boolean isKnown = used.length() <= execution.iterations().size() + turns.size();
      if (initial.isEmpty() || limit.isEmpty() || !step.isOne() || !isKnown) {
        return Optional.empty();
      }
      search.fixed.or(used);
      turns.add(new AccessTrace.Turns(loop, initial.get(), step.low(), limit.get()));
    }
    return Optional.of(turns);
  }

  private Optional<List<AccessTrace.Index>> axes(List<Polynomial> sums, Search search)
      throws StaysOnHost {
    List<AccessTrace.Index> axes = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (Polynomial sum : sums) {
      long constant = sum.constant();
      long[] factors = new long[search.variables.size()];
      List<Formula> others = new ArrayList<>();
      for (Map.Entry<List<Value>, Long> term : sum.varying().terms().entrySet()) {
        List<Value> product = term.getKey();
        long factor = term.getValue();
        int variable = product.size() == 1 ? search.variables.indexOf(product.get(0)) : -1;
        int counted = product.size() == 1 ? ArrayShape.countedLoop(product.get(0)) : -1;
        if (counted >= 0) {
          // The number of the iteration, (variable - first) / step.
          Iterations loop = execution.iterations().get(counted);
          search.fixed.set(counted);
          others.add(at -> factor * ((at[counted] - loop.first()) / loop.step()));
        } else if (variable >= 0) {
          factors[variable] = factor;
          if (!seen.add(variable)) {
            search.fixed.set(variable);
          }
        } else {
          Optional<Formula> other = product(product, factor, search);
          if (other.isEmpty()) {
            return Optional.empty();
          }
          others.add(other.get());
        }
      }
      axes.add(new AccessTrace.Index(constant, factors, others));
    }
    return Optional.of(axes);
  }

  private static Optional<Formula> product(List<Value> product, long factor, Search search)
      throws StaysOnHost {
    Formula all = at -> factor;
    for (Value value : product) {
      Optional<Formula> one = search.formula(value);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      Formula before = all;
      Formula next = one.get();
      all = at -> Math.multiplyExact(before.at(at), next.at(at));
    }
    return Optional.of(all);
  }

  /** A variable that moves on by more than all those with smaller steps reach. */
  private void fixWhatLeavesGaps(AccessTrace.Index axis, Search search) throws StaysOnHost {
    List<int[]> order = new ArrayList<>();
    long[] strides = new long[axis.factors().length];
    for (int v = 0; v < strides.length; v++) {
      strides[v] = Math.abs(Math.multiplyExact(axis.factors()[v], step(v, search)));
      if (strides[v] != 0 && !search.fixed.get(v)) {
        order.add(new int[] {v});
      }
    }
    order.sort(Comparator.comparingLong(v -> strides[v[0]]));
    long reached = 1;
    for (int[] v : order) {
      if (strides[v[0]] > reached) {
        search.fixed.set(v[0]);
      } else {
        reached += strides[v[0]] * (least(v[0], search) - 1);
      }
    }
  }

  private long step(int variable, Search search) throws StaysOnHost {
    int dimensions = execution.iterations().size();
    return variable < dimensions
        ? execution.iterations().get(variable).step()
        : search.here.of(search.inner.get(variable - dimensions).step()).low();
  }

  /** How many values a variable certainly has one after the other. */
  private long least(int variable, Search search) throws StaysOnHost {
    int dimensions = execution.iterations().size();
    return variable < dimensions
        ? 1
        : execution.turns(search.inner.get(variable - dimensions)).map(Iterations::count).orElse(1);
  }
}
