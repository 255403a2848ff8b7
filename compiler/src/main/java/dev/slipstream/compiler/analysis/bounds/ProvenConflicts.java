package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds iterations of the parallel loops that certainly access the same element. It searches for
 * iteration numbers, including those of inner loops, with which two accesses run and their indices
 * are equal. Iterations may meet even if it finds none.
 *
 * @param dimensions the parallel loops
 */
record ProvenConflicts(List<Iterations> dimensions, Ranges ranges) {

  /**
   * Whether two different iterations are found that meet in two accesses of one array.
   *
   * @throws StaysOnHost if the form of the accesses does not allow a certain answer
   */
  boolean areCertain(AccessSite first, AccessSite second) throws StaysOnHost {
    return meet(first, second, /* isPresumed= */ false);
  }

  /**
   * Whether two different iterations meet in two accesses of one array if each of them reaches
   * these in the first turns of the loops around. Two iterations must also meet in the first access
   * alone, a write whose element then does not depend on the iteration: only chance keeps the
   * iterations apart.
   *
   * @throws StaysOnHost if the elements depend on values that only the loop computes, or are
   *     reserved for one iteration each
   */
  boolean arePresumed(AccessSite first, AccessSite second) throws StaysOnHost {
    if (first.first().selective() || second.first().selective()) {
      throw notLinear();
    }
    return meet(first, second, /* isPresumed= */ true);
  }

  /** A search for iterations that meet. */
  @FunctionalInterface
  interface Search {
    boolean finds() throws StaysOnHost;
  }

  /**
   * Whether a search finds something. It does not if its result depends on values that only the
   * loop computes.
   */
  boolean areFound(Search search) throws StaysOnHost {
    try {
      return search.finds();
    } catch (StaysOnHost unknown) {
      if (!unknown.isUnproven()) {
        throw unknown;
      }
      return false;
    }
  }

  private boolean meet(AccessSite first, AccessSite second, boolean isPresumed) throws StaysOnHost {
    try {
      LinearSystem system = new LinearSystem();
      Map<Value, Polynomial> same = new HashMap<>();
      Run one = new Run(system, first, isPresumed, same);
      Run other = new Run(system, second, isPresumed, same);
      List<Value> indices = first.indices();
      List<Value> otherIndices = second.indices();
      for (int level = 0; level < indices.size(); level++) {
        Polynomial index = one.exact(indices.get(level));
        system.requireZero(index.minus(other.exact(otherIndices.get(level))));
      }
      return differ(system, one.iteration, other.iteration);
    } catch (ArithmeticException tooLarge) {
      return false;
    }
  }

  /** Whether a solution exists whose iterations differ in one of the parallel loops. */
  private boolean differ(LinearSystem system, List<Polynomial> one, List<Polynomial> other) {
    for (int d = 0; d < dimensions.size(); d++) {
      Polynomial ahead = one.get(d).minus(other.get(d));
      if (dimensions.get(d).count() > 1
          && (system.isSolvableWith(ahead.plus(-1))
              || system.isSolvableWith(ahead.scaled(-1).plus(-1)))) {
        return true;
      }
    }
    return false;
  }

  private static StaysOnHost notLinear() {
    return StaysOnHost.unproven("it depends on what only the loop computes");
  }

  /** One run of an access, in one iteration of the parallel loops and of the inner loops. */
  private final class Run {
    private final LinearSystem system;
    private final Map<Value, Polynomial> variables = new HashMap<>();
    private final List<Polynomial> iteration = new ArrayList<>();
    private final Map<Value, Value> first;
    private final Map<Value, Polynomial> same;

    /**
     * @param isPresumed whether it is only presumed that it runs
     * @param same the values that are unknown but the same in all iterations
     */
    Run(LinearSystem system, AccessSite site, boolean isPresumed, Map<Value, Polynomial> same)
        throws StaysOnHost {
      this.system = system;
      this.first = isPresumed ? site.first().variables() : Map.of();
      this.same = same;
      if (!isPresumed && !site.always() && !site.decided()) {
        throw notLinear();
      }
      for (Iterations loop : dimensions) {
        Polynomial number = count(loop.count() - 1L);
        iteration.add(number);
        variables.put(loop.variable(), Polynomial.constant(loop.first()).plus(number, loop.step()));
      }
      for (CountedLoop loop : site.within()) {
        if (isPresumed) {
          enterIfKnown(loop);
        } else {
          enter(loop);
        }
      }
      if (!site.always()) {
        for (Condition condition : site.conditions()) {
          if (!isPresumed || isKnown(condition)) {
            require(condition.relation(), exact(condition.left()), exact(condition.right()));
          }
        }
      }
    }

    /** Enters a loop if its bounds are known; otherwise the loop is in its first turn. */
    private void enterIfKnown(CountedLoop loop) throws StaysOnHost {
      if (isKnown(loop.initial()) && isKnown(loop.limit()) && isKnown(loop.step())) {
        enter(loop);
      }
    }

    private boolean isKnown(Condition condition) {
      return isKnown(condition.left()) && isKnown(condition.right());
    }

    /** Whether a value is computed from numbers and variables of counted loops alone. */
    private boolean isKnown(Value value) {
      if (value instanceof Value.Operation operation) {
        return operation.operands().stream().allMatch(this::isKnown)
            && Polynomial.of(value).terms().keySet().stream()
                .flatMap(List::stream)
                .noneMatch(atom -> atom instanceof Value.Operation && !atom.isInvariant());
      }
      return value.isInvariant() || variables.containsKey(value);
    }

    private Polynomial count(long most) {
      return Polynomial.atom(system.unknown(new Interval(0, most)));
    }

    /**
     * Places the run in some iteration of an inner loop, which is reached without wrapping around.
     */
    private void enter(CountedLoop loop) throws StaysOnHost {
      Interval step = ranges.of(loop.step());
      if (!step.isOne() || step.low() == 0) {
        throw notLinear();
      }
      // The limit must be invariant here, since it cannot contain the variable yet.
      Polynomial limit = exact(loop.limit());
      Polynomial number = count(Integer.MAX_VALUE);
      Polynomial variable = exact(loop.initial()).plus(number, step.low());
      variables.put(loop.variable(), variable);
      require(staysBefore(loop, step.low()), variable, limit);
    }

    /** The relation to its limit of a variable that has not passed it. */
    private Relation staysBefore(CountedLoop loop, long step) throws StaysOnHost {
      Relation stay = loop.stay();
      if (stay == Relation.NOT_EQUAL) {
        return step > 0 ? Relation.LESS : Relation.GREATER;
      }
      if (!loop.approaches(step)) {
        throw notLinear();
      }
      return stay;
    }

    private void require(Relation relation, Polynomial left, Polynomial right) {
      Polynomial.notNegativeWhere(left, relation, right)
          .ifPresentOrElse(
              sums -> sums.forEach(system::requireNotNegative),
              () -> system.requireNotZero(left.minus(right)));
    }

    /** The polynomial of a value in this run. Also requires that an int has not wrapped. */
    Polynomial exact(Value value) throws StaysOnHost {
      Polynomial sum = Polynomial.constant(0);
      Polynomial numeric = ranges.numeric(value);
      for (Polynomial.Term term : numeric.sum()) {
        sum = sum.plus(factor(term.product()), term.coefficient());
      }
      if (value.kind() == 'I' && value instanceof Value.Operation) {
        system.requireNotNegative(sum.plus(-(long) Integer.MIN_VALUE));
        system.requireNotNegative(Polynomial.constant(Integer.MAX_VALUE).minus(sum));
      }
      return sum;
    }

    private Polynomial factor(List<Value> product) throws StaysOnHost {
      Polynomial factor = Polynomial.constant(1);
      for (Value atom : product) {
        factor = factor.times(of(atom));
      }
      for (Polynomial.Term term : factor.sum()) {
        if (term.product().size() > 1) {
          throw notLinear();
        }
      }
      return factor;
    }

    private Polynomial of(Value atom) throws StaysOnHost {
      Polynomial variable = variables.get(atom);
      if (variable == null) {
        Interval range = ranges.of(atom);
        variable =
            range.isOne()
                ? Polynomial.constant(range.low())
                : first.containsKey(atom) ? inFirstTurn(atom) : ofDivision(atom);
        variables.put(atom, variable);
      }
      return variable;
    }

    private Polynomial inFirstTurn(Value atom) throws StaysOnHost {
      Value its = first.getOrDefault(atom, atom);
      return its.equals(atom)
          ? same.computeIfAbsent(
              atom, a -> Polynomial.atom(system.unknown(new Interval(0, Integer.MAX_VALUE))))
          : exact(its);
    }

    /**
     * A quotient or remainder of a dividend that is not negative; the quotient is a new unknown.
     */
    private Polynomial ofDivision(Value atom) throws StaysOnHost {
      if (!(atom instanceof Value.Operation operation) || operation.operands().size() != 2) {
        throw notLinear();
      }
      Interval right = ranges.of(operation.operands().get(1));
      boolean isQuotient =
          switch (operation.operator()) {
            case DIVIDE, FLOOR_DIVIDE -> true;
            case REMAINDER, FLOOR_REMAINDER -> false;
            default -> throw notLinear();
          };
      if (!right.isOne() || right.low() <= 0) {
        throw notLinear();
      }
      Polynomial dividend = exact(operation.operands().get(0));
      Polynomial quotient = count(Integer.MAX_VALUE);
      Polynomial remainder = dividend.plus(quotient, -right.low());
      system.requireNotNegative(remainder);
      system.requireNotNegative(Polynomial.constant(right.low() - 1).minus(remainder));
      return isQuotient ? quotient : remainder;
    }
  }
}
