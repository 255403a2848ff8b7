package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the box that a triangular access certainly touches. Where the bounds of an inner loop
 * depend on the iteration, all iterations of a chunk touch the elements between the largest first
 * index and the smallest last one.
 */
final class TriangleFinder {
  private final KnownExecution execution;
  private final IndexRewriter rewriter;
  private final Exactness exactness;
  private final BoundFinder bounds;

  TriangleFinder(
      KnownExecution execution, IndexRewriter rewriter, Exactness exactness, BoundFinder bounds) {
    this.execution = execution;
    this.rewriter = rewriter;
    this.exactness = exactness;
    this.bounds = bounds;
  }

  /**
   * The certain box of an access in one of its cases.
   *
   * @return empty if there is none, or the access has no loop of this kind around it
   */
  Optional<Exactness.Regular> certain(AccessSite site, IndexCase its, List<Polynomial> axes)
      throws StaysOnHost {
    if (!exactness.isCertain(site, its)) {
      return Optional.empty();
    }
    Map<Value, Iterations> turns = new HashMap<>();
    Map<Value, CountedLoop> varying = new HashMap<>();
    for (CountedLoop loop : site.within()) {
      execution
          .turns(loop)
          .ifPresentOrElse(
              counted -> turns.put(loop.variable(), counted),
              () -> varying.put(loop.variable(), loop));
    }
    Set<Value> used = new HashSet<>();
    List<Polynomial> regular = new ArrayList<>();
    List<Optional<AxisRange>> ends = new ArrayList<>();
    for (Polynomial axis : axes) {
      List<Value> inner = axis.values().stream().filter(varying::containsKey).toList();
      if (inner.isEmpty()) {
        regular.add(axis);
        ends.add(Optional.empty());
        continue;
      }
      CountedLoop loop = varying.get(inner.get(0));
      if (inner.size() > 1 || loop == null || !used.add(inner.get(0))) {
        return Optional.empty();
      }
      ends.add(ends(axis, loop));
      if (ends.get(ends.size() - 1).isEmpty()) {
        return Optional.empty();
      }
    }
    // An inner loop that moves no index may have no turn at all.
    Optional<Exactness.Regular> others = exactness.of(regular, turns, exactness.isPart(site, its));
    boolean all = !varying.isEmpty() && used.equals(varying.keySet());
    if (!all || others.filter(Exactness.Regular::isDense).isEmpty()) {
      return Optional.empty();
    }
    List<AxisRange> ranges = new ArrayList<>();
    int next = 0;
    for (Optional<AxisRange> end : ends) {
      ranges.add(end.isPresent() ? end.get() : others.get().axes().get(next++));
    }
    return Optional.of(
        new Exactness.Regular(
            ranges, ranges.stream().map(r -> 1L).toList(), others.get().alignment()));
  }

  /** The range that all iterations of a chunk share on the axis of an inner loop's variable. */
  private Optional<AxisRange> ends(Polynomial axis, CountedLoop loop) throws StaysOnHost {
    long coefficient = axis.coefficient(loop.variable());
    Optional<Polynomial> initial = rewriter.exact(loop.initial(), execution.ranges());
    Optional<Polynomial> limit = rewriter.exact(loop.limit(), execution.ranges());
    Interval step = execution.ranges().of(loop.step());
    boolean rises = step.low() > 0;
    if (Math.abs(coefficient) != 1
        || !step.isOne()
        || Math.abs(step.low()) != 1
        || !loop.approaches(step.low())
        || initial.isEmpty()
        || limit.isEmpty()) {
      return Optional.empty();
    }
    boolean isPast = loop.stay() == Relation.LESS || loop.stay() == Relation.GREATER;
    Polynomial end = limit.get().plus(isPast ? -step.low() : 0);
    Polynomial low = rises ? initial.get() : end;
    Polynomial high = rises ? end : initial.get();
    Polynomial rest = axis.replace(loop.variable(), Polynomial.constant(0));
    Optional<Formula> first = bounds.linear(rest.plus(coefficient > 0 ? low : high, coefficient));
    Optional<Formula> last = bounds.linear(rest.plus(coefficient > 0 ? high : low, coefficient));
    return first.isPresent() && last.isPresent()
        ? Optional.of(AxisRange.of(opposite(first.get()), opposite(last.get())))
        : Optional.empty();
  }

  private Formula opposite(Formula bound) {
    return Formula.of(new Formula.Opposite(bound), execution.iterations().size());
  }
}
