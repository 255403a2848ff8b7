package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
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
   * The conditions that decide whether one case of an access is reached in an iteration, of the
   * parallel loops and of those inside it around the access.
   *
   * @return none if it always is; empty if they are not known
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
    deciding.addAll(all.subList(all.size() - its.added(), all.size()));
    return Optional.of(deciding);
  }

  /** Whether an inner loop goes on, or has ended: around an access it runs, before one it ends. */
  private boolean isLoopsOwn(Condition condition) {
    Condition mirrored =
        new Condition(
            condition.relation().mirrored(),
            /* left= */ condition.right(),
            /* right= */ condition.left());
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
    Optional<Sum> difference = difference(condition);
    if (difference.isEmpty()) {
      return false;
    }
    Interval range = execution.ranges().ofSum(difference.get().terms());
    return switch (condition.relation()) {
      case LESS -> range.high() < 0;
      case LESS_OR_EQUAL -> range.high() <= 0;
      case GREATER -> range.low() > 0;
      case GREATER_OR_EQUAL -> range.low() >= 0;
      case EQUAL -> range.low() == 0 && range.high() == 0;
      case NOT_EQUAL -> range.low() > 0 || range.high() < 0;
    };
  }

  /** Left less right; empty if one of them may have wrapped. */
  private Optional<Sum> difference(Condition condition) throws StaysOnHost {
    Optional<Sum> left = rewriter.exact(condition.left(), execution.ranges());
    Optional<Sum> right = rewriter.exact(condition.right(), execution.ranges());
    return left.isPresent() && right.isPresent()
        ? Optional.of(left.get().plus(right.get(), -1))
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
    Sum difference = difference(condition).orElse(Sum.constant(0));
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

  /** Whether it is known of the iterations in question, as sums that are not negative. */
  private static boolean isKnown(Relation relation, Sum difference, Iterations loop, Ranges here) {
    Sum negated = Sum.constant(0).plus(difference, -1);
    return switch (relation) {
      case GREATER_OR_EQUAL -> isNotNegative(difference, here);
      case GREATER -> isNotNegative(difference.plus(-1), here);
      case LESS_OR_EQUAL -> isNotNegative(negated, here);
      case LESS -> isNotNegative(negated.plus(-1), here);
      case EQUAL -> isNotNegative(difference, here) && isNotNegative(negated, here);
      case NOT_EQUAL -> isUnequalToEnd(difference, negated, loop, here);
    };
  }

  /** What differs from the first or the last value lies behind or before it. */
  private static boolean isUnequalToEnd(Sum difference, Sum negated, Iterations loop, Ranges here) {
    long factor = difference.coefficient(loop.variable());
    long one = factor * loop.range().low() + difference.constant();
    long other = factor * loop.range().high() + difference.constant();
    return (Math.min(one, other) == 0 && isNotNegative(difference.plus(-1), here))
        || (Math.max(one, other) == 0 && isNotNegative(negated.plus(-1), here));
  }

  private static boolean isNotNegative(Sum sum, Ranges here) {
    return here.notNegative().contains(sum.terms());
  }
}
