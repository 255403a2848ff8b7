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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the conditions that decide in which iterations an access is reached. */
final class Decisions {
  /** Conditions with larger numbers do not narrow chunks. */
  private static final long INT_RANGE = 1L << 31;

  private final KnownExecution execution;
  private final IndexRewriter rewriter;

  Decisions(KnownExecution execution, IndexRewriter rewriter) {
    this.execution = execution;
    this.rewriter = rewriter;
  }

  /**
   * The conditions that decide whether one case of an access is reached in an iteration of the
   * parallel loops and of the inner loops around the access.
   *
   * @return an empty list if it is always reached; empty if the conditions are not known
   */
  Optional<List<Condition>> of(AccessSite site, IndexCase its) throws StaysOnHost {
    if (!its.isSure() || !(site.always() || site.decided())) {
      return Optional.empty();
    }
    List<Condition> all = its.conditions();
    List<Condition> deciding = new ArrayList<>();
    if (!site.always()) {
      for (Condition condition : all.subList(0, all.size() - its.added())) {
        if (!isLoopsOwn(condition) && !holdsEverywhere(condition)) {
          deciding.add(condition);
        }
      }
    }
    deciding.addAll(its.dividing());
    return Optional.of(deciding);
  }

  /**
   * Whether a condition only states that an inner loop continues or has ended. It continues around
   * an access that is inside it, and has ended before an access that is behind it.
   */
  private boolean isLoopsOwn(Condition condition) {
    Condition mirrored = condition.mirrored();
    for (CountedLoop loop : execution.innerLoops().values()) {
      Condition stays = new Condition(loop.stay(), loop.variable(), loop.limit());
      if (stays.equals(condition)
          || stays.equals(mirrored)
          || stays.negated().equals(condition)
          || stays.negated().equals(mirrored)) {
        return true;
      }
    }
    return false;
  }

  private boolean holdsEverywhere(Condition condition) throws StaysOnHost {
    Optional<Polynomial> difference = difference(condition);
    if (difference.isEmpty()) {
      return false;
    }
    Interval range = execution.ranges().ofSum(difference.get());
    return range.always(condition.relation(), Interval.of(0));
  }

  /** The left side minus the right one; empty if one of them may have wrapped. */
  private Optional<Polynomial> difference(Condition condition) throws StaysOnHost {
    Optional<Polynomial> left = rewriter.exact(condition.left(), execution.ranges());
    Optional<Polynomial> right = rewriter.exact(condition.right(), execution.ranges());
    return left.isPresent() && right.isPresent()
        ? Optional.of(left.get().minus(right.get()))
        : Optional.empty();
  }

  /** Whether chunks are narrowed exactly to the iterations for which all conditions hold. */
  boolean areCuts(List<Condition> conditions, Ranges here) throws StaysOnHost {
    for (Condition condition : conditions) {
      if (!isCut(condition, here)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a condition compares the variable of one parallel loop with a number, so that chunks
   * are narrowed to the iterations for which it holds.
   *
   * @param here the ranges where it holds
   */
  boolean isCut(Condition condition, Ranges here) throws StaysOnHost {
    Polynomial difference = difference(condition).orElse(Polynomial.constant(0));
    int dimension = difference.onlyValue().map(execution::dimension).orElse(-1);
    if (dimension < 0) {
      return false;
    }
    Iterations loop = execution.iterations().get(dimension);
    boolean isSmall =
        loop.range().isWithin(Interval.INT)
            && Math.abs(loop.step()) < INT_RANGE
            && Math.abs(difference.coefficient(loop.variable())) < INT_RANGE
            && Math.abs(difference.constant()) < INT_RANGE;
    return isSmall && isKnown(condition.relation(), difference, loop, here);
  }

  /** Whether the conditions that are known as sums include this one. */
  private static boolean isKnown(
      Relation relation, Polynomial difference, Iterations loop, Ranges here) {
    return Polynomial.notNegativeWhere(difference, relation, Polynomial.constant(0))
        .map(here.notNegative()::containsAll)
        .orElseGet(() -> isUnequalToEnd(difference, loop, here));
  }

  /**
   * Whether it is known that a value differs from the first or last one, and so is greater or less.
   */
  private static boolean isUnequalToEnd(Polynomial difference, Iterations loop, Ranges here) {
    long factor = difference.coefficient(loop.variable());
    long one = factor * loop.range().low() + difference.constant();
    long other = factor * loop.range().high() + difference.constant();
    List<Polynomial> known = here.notNegative();
    return (Math.min(one, other) == 0 && known.contains(difference.plus(-1)))
        || (Math.max(one, other) == 0 && known.contains(difference.scaled(-1).plus(-1)));
  }
}
