package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ranges of values over all iterations of one execution, at a point where certain conditions
 * hold. Invariant values are replaced by their numbers. A sum of products of varying atoms remains,
 * which is bounded by interval arithmetic. Where that is too imprecise, atoms are replaced by the
 * values with which conditions compare them (as in Fourier–Motzkin elimination).
 */
public final class Ranges {
  private static final int REPLACEMENTS = 3;

  private final Invariants invariants;
  private final Map<Value, Interval> loopVariables;
  private final Map<Value, CountedLoop> innerLoops;
  private final Map<Value, List<Choice>> choices;
  private final Map<Value, Interval> chosen;
  private final Map<Value, Interval> tightened = new HashMap<>();
  private final Map<Value, Interval> known = new HashMap<>();
  private final IdentityHashMap<Value, Interval> knownSums = new IdentityHashMap<>(8);
  private final Set<Value> inProgress = new HashSet<>();
  private final List<Polynomial> notNegative = new ArrayList<>();
  private final Map<List<Condition>, Ranges> narrower = new HashMap<>();
  private final IdentityHashMap<List<Condition>, Ranges> sameNarrower = new IdentityHashMap<>();
  private final Cycles cycles;
  private boolean hasAllFacts;
  private boolean impossible;
  private boolean mayBeWide;

  /** Values that depend on themselves; shared by all points of an execution. */
  private static final class Cycles {
    /** The variables whose choices are being compared. */
    final Set<Value> open = new HashSet<>();

    /** How often the range of a value was needed while it was being computed. */
    int cuts;
  }

  /**
   * @param loopVariables the ranges of the parallel loops' variables
   * @param innerLoops the inner counted loops by their variables
   * @param choices the values that may meet in variables
   */
  Ranges(
      Invariants invariants,
      Map<Value, Interval> loopVariables,
      Map<Value, CountedLoop> innerLoops,
      Map<Value, List<Choice>> choices) {
    this(invariants, loopVariables, innerLoops, choices, new HashMap<>(), new Cycles());
    hasAllFacts = true;
  }

  private Ranges(
      Invariants invariants,
      Map<Value, Interval> loopVariables,
      Map<Value, CountedLoop> innerLoops,
      Map<Value, List<Choice>> choices,
      Map<Value, Interval> chosen,
      Cycles cycles) {
    this.cycles = cycles;
    this.invariants = invariants;
    this.loopVariables = loopVariables;
    this.innerLoops = innerLoops;
    this.choices = choices;
    this.chosen = chosen;
  }

  /**
   * The ranges of the same execution at a point where conditions hold.
   *
   * @throws StaysOnHost if their numbers do not fit in 64 bits
   */
  public Ranges where(List<Condition> conditions) throws StaysOnHost {
    // Most accesses of a body run under the same conditions.
    Ranges narrowed = sameNarrower.get(conditions);
    if (narrowed == null) {
      narrowed = narrower.get(conditions);
      if (narrowed == null) {
        narrowed = narrow(conditions);
        narrower.put(conditions, narrowed);
      }
      sameNarrower.put(conditions, narrowed);
    }
    narrowed.forgetCut();
    return narrowed;
  }

  /**
   * Forgets the ranges if some may be wider than necessary, since a value on which they depend was
   * being computed itself.
   */
  private void forgetCut() {
    if (mayBeWide) {
      known.clear();
      mayBeWide = false;
    }
  }

  private Ranges narrow(List<Condition> conditions) throws StaysOnHost {
    Ranges narrowed = new Ranges(invariants, loopVariables, innerLoops, choices, chosen, cycles);
    try {
      for (CountedLoop loop : innerLoops.values()) {
        narrowed.assumeFirst(loop);
      }
      for (Condition condition : conditions) {
        narrowed.impossible |= isImpossible(condition);
        narrowed.assume(condition);
      }
    } catch (ArithmeticException e) {
      throw StaysOnHost.unproven("the numbers in its conditions do not fit in 64 bits");
    }
    for (int pass = 0; pass < 2; pass++) {
      for (Polynomial fact : narrowed.notNegative) {
        narrowed.tighten(fact);
      }
      // Ranges that were computed meanwhile may be wider than necessary.
      narrowed.known.clear();
    }
    narrowed.mayBeWide = false;
    narrowed.hasAllFacts = true;
    return narrowed;
  }

  /** Whether the conditions contradict each other, so that the point is never reached. */
  public boolean isUnreachable() {
    boolean unreachable = impossible;
    for (Interval range : tightened.values()) {
      unreachable |= range.isEmpty();
    }
    return unreachable;
  }

  /**
   * The sums that are not negative where the conditions of {@link #where} hold, with invariant
   * values replaced by their numbers.
   */
  public List<Polynomial> notNegative() {
    return Collections.unmodifiableList(notNegative);
  }

  /** The positions of the captures whose numbers or lengths have been read up to now. */
  public BitSet numbersRead() {
    return (BitSet) invariants.read().clone();
  }

  /** The range of an int or long value. */
  public Interval of(Value value) throws StaysOnHost {
    Interval range = knownSums.get(value);
    if (range == null) {
      range = within(value, bounds(invariants.numeric(value), REPLACEMENTS));
      if (hasAllFacts && !mayBeWide && inProgress.isEmpty() && cycles.open.isEmpty()) {
        knownSums.put(value, range);
      }
    }
    return range;
  }

  /** Whether a loop runs at least once in every iteration. */
  boolean certainlyRuns(CountedLoop loop) throws StaysOnHost {
    return of(loop.initial()).always(loop.stay(), of(loop.limit()));
  }

  /** Whether one int value is certainly less than another. */
  boolean isLess(Value left, Value right) throws StaysOnHost {
    Polynomial difference = invariants.expand(left).minus(invariants.expand(right));
    return isExact(left) && isExact(right) && bounds(numeric(difference), REPLACEMENTS).high() < 0;
  }

  private static Interval within(Value value, Interval exact) {
    if (value.kind() == 'J') {
      // If one end is unknown, the value may have wrapped to any number.
      return exact.isAll() ? Interval.ALL : exact;
    }
    return exact.orIfOutside(Interval.INT);
  }

  /** The range of a sum that {@link #numeric} returned. */
  public Interval ofSum(Polynomial sum) throws StaysOnHost {
    return bounds(sum, REPLACEMENTS);
  }

  /** The polynomial with invariant atoms replaced by their numbers. */
  public Polynomial numeric(Polynomial polynomial) throws StaysOnHost {
    return invariants.numeric(polynomial);
  }

  /** The polynomial of a value with invariant atoms replaced by their numbers. */
  Polynomial numeric(Value value) throws StaysOnHost {
    return invariants.numeric(value);
  }

  private Interval bounds(Polynomial sum, int replacements) throws StaysOnHost {
    Interval simple = simpleBounds(sum);
    if (replacements == 0 || notNegative.isEmpty() || sum.sum().length <= 1) {
      return simple;
    }
    long low = simple.low();
    long high = simple.high();
    for (Polynomial fact : notNegative) {
      for (Polynomial.Term term : fact.sum()) {
        Value atom = term.atom();
        long factor = term.coefficient();
        if (atom == null || Math.abs(factor) != 1) {
          continue;
        }
        long coefficient = sum.coefficient(atom);
        if (coefficient == 0) {
          continue;
        }
        // fact >= 0, so sum <= sum + m * fact and sum >= sum - m * fact for any m >= 0; the m that
        // makes the atom vanish gives a bound without it.
        boolean upper = (coefficient < 0) == (factor > 0);
        Polynomial without = combine(sum, fact, -coefficient * factor);
        Interval replaced = bounds(without, replacements - 1);
        if (upper) {
          high = Math.min(high, replaced.high());
        } else {
          low = Math.max(low, replaced.low());
        }
      }
    }
    return new Interval(low, high);
  }

  private static Polynomial combine(Polynomial sum, Polynomial fact, long factor) {
    try {
      return sum.plus(fact, factor);
    } catch (ArithmeticException e) {
      return sum;
    }
  }

  private Interval simpleBounds(Polynomial sum) throws StaysOnHost {
    Interval total = Interval.of(0);
    for (Polynomial.Term term : sum.sum()) {
      Interval product = Interval.of(term.coefficient());
      List<Value> atoms = term.product();
      for (int a = 0; a < atoms.size(); a++) {
        product = product.times(ofAtom(atoms.get(a)));
      }
      total = total.plus(product);
    }
    return total;
  }

  private Interval ofAtom(Value atom) throws StaysOnHost {
    Interval interval = known.get(atom);
    if (interval == null) {
      if (!inProgress.add(atom)) {
        cycles.cuts++;
        return typeRange(atom);
      }
      int before = cycles.cuts;
      interval = computeAtom(atom).meet(typeRange(atom));
      mayBeWide |= cycles.cuts != before;
      Interval tight = tightened.get(atom);
      if (tight != null) {
        interval = interval.meet(tight);
      }
      inProgress.remove(atom);
      known.put(atom, interval);
    }
    return interval;
  }

  private static Interval typeRange(Value atom) {
    return atom.kind() == 'I' ? Interval.INT : Interval.ALL;
  }

  private Interval computeAtom(Value atom) throws StaysOnHost {
    if (atom.isInvariant()) {
      return Interval.of(invariants.of(atom));
    }
    Interval parallel = loopVariables.get(atom);
    if (parallel != null) {
      return parallel;
    }
    if (atom instanceof Value.Length length && length.array() instanceof Value.Row row) {
      return invariants.rowLengths(row.root(), path(row));
    }
    if (atom instanceof Value.Opaque opaque) {
      return new Interval(opaque.smallest(), opaque.largest());
    }
    if (atom instanceof Value.Phi) {
      CountedLoop loop = innerLoops.get(atom);
      return loop == null ? ofChoices(atom) : ofInnerVariable(loop);
    }
    if (atom instanceof Value.Operation operation) {
      return ofOperation(operation);
    }
    return typeRange(atom);
  }

  /**
   * The iterations of an inner loop, if they are always the same.
   *
   * @return the first value, step and number of iterations, at least 1; or empty
   */
  Optional<Iterations> turns(CountedLoop loop) throws StaysOnHost {
    Interval initial = of(loop.initial());
    Interval step = of(loop.step());
    Interval limit = of(loop.limit());
    if (!initial.isOne() || !step.isOne() || !limit.isOne()) {
      return Optional.empty();
    }
    int count =
        Iterations.count(
            loop.variable().kind(), initial.low(), step.low(), loop.stay(), limit.low());
    return count == 0
        ? Optional.empty()
        : Optional.of(new Iterations(loop.variable(), initial.low(), step.low(), count));
  }

  /** The ranges of the indices that lead to a row, outermost first. */
  List<Interval> path(Value.Row row) throws StaysOnHost {
    List<Interval> path = new ArrayList<>();
    for (Value.Row step : row.rows()) {
      path.add(of(step.index()));
    }
    return path;
  }

  /**
   * The hull of the values that come in on all paths, each under the conditions of its own path.
   */
  private Interval ofChoices(Value phi) throws StaysOnHost {
    Interval hull = chosen.get(phi);
    if (hull != null && cycles.open.contains(phi)) {
      cycles.cuts++;
    }
    if (hull == null) {
      // The conditions of a path may refer to this phi again; then nothing is known of it.
      chosen.put(phi, typeRange(phi));
      cycles.open.add(phi);
      for (Choice choice : choices.getOrDefault(phi, List.of())) {
        Ranges there = where(choice.conditions());
        if (!there.isUnreachable()) {
          Interval range = there.of(choice.value());
          hull = hull == null ? range : hull.hull(range);
        }
      }
      hull = hull == null ? typeRange(phi) : hull;
      chosen.put(phi, hull);
      cycles.open.remove(phi);
    }
    return hull;
  }

  /** The range at the loop's header, where the variable may just have passed the limit. */
  private Interval ofInnerVariable(CountedLoop loop) throws StaysOnHost {
    Interval step = of(loop.step());
    Interval initial = of(loop.initial());
    Interval limit = of(loop.limit());
    Interval any = typeRange(loop.variable());
    boolean rising = step.low() > 0;
    boolean falling = step.high() < 0;
    boolean bounded =
        switch (loop.stay()) {
          case LESS, LESS_OR_EQUAL -> rising;
          case GREATER, GREATER_OR_EQUAL -> falling;
          case NOT_EQUAL ->
              (step.equals(Interval.of(1)) && initial.high() <= limit.low())
                  || (step.equals(Interval.of(-1)) && initial.low() >= limit.high());
          case EQUAL -> rising || falling;
        };
    if (!bounded || initial.isAll() || limit.isAll() || step.isAll()) {
      return any;
    }
    long last =
        switch (loop.stay()) {
          case LESS -> limit.high() - 1;
          case LESS_OR_EQUAL -> limit.high();
          case GREATER -> limit.low() + 1;
          case GREATER_OR_EQUAL -> limit.low();
          case NOT_EQUAL -> rising ? limit.high() - 1 : limit.low() + 1;
          case EQUAL -> rising ? limit.high() : limit.low();
        };
    Interval past = Interval.of(last).plus(step);
    if (past.isAll() || !past.isWithin(any)) {
      return any;
    }
    return rising
        ? new Interval(initial.low(), Math.max(initial.high(), past.high()))
        : new Interval(Math.min(initial.low(), past.low()), initial.high());
  }

  private Interval ofOperation(Value.Operation operation) throws StaysOnHost {
    Interval left = of(operation.operands().get(0));
    Interval right =
        operation.operands().size() > 1 ? of(operation.operands().get(1)) : Interval.of(0);
    return Interval.of(operation.operator(), left, right, operation.kind() == 'I');
  }

  private void assume(Condition condition) throws StaysOnHost {
    if (!isExact(condition.left()) || !isExact(condition.right())) {
      return;
    }
    Polynomial left = invariants.expand(condition.left());
    Polynomial right = invariants.expand(condition.right());
    Optional<List<Polynomial>> facts =
        Polynomial.notNegativeWhere(left, condition.relation(), right);
    if (facts.isEmpty()) {
      assumeUnequal(condition);
      return;
    }
    for (Polynomial fact : facts.get()) {
      add(fact);
    }
  }

  /** Whether a condition compares invariant numbers and does not hold. */
  private boolean isImpossible(Condition condition) throws StaysOnHost {
    return condition.left().isInvariant()
        && condition.right().isInvariant()
        && condition.left().kind() == condition.right().kind()
        && "IJ".indexOf(condition.left().kind()) >= 0
        && !condition
            .relation()
            .holds(invariants.of(condition.left()), invariants.of(condition.right()));
  }

  /** Uses that the variable of an inner loop is never before its first value. */
  private void assumeFirst(CountedLoop loop) throws StaysOnHost {
    if (isExact(loop.initial()) && !ofInnerVariable(loop).equals(typeRange(loop.variable()))) {
      Polynomial variable = invariants.expand(loop.variable());
      Polynomial initial = invariants.expand(loop.initial());
      add(of(loop.step()).low() > 0 ? variable.minus(initial) : initial.minus(variable));
    }
  }

  /** Uses that a value which differs from the end of its range lies strictly inside the range. */
  private void assumeUnequal(Condition condition) throws StaysOnHost {
    Interval left = of(condition.left());
    Interval right = of(condition.right());
    Polynomial difference =
        invariants.expand(condition.left()).minus(invariants.expand(condition.right()));
    if (right.low() == right.high() && left.low() == right.low()) {
      add(difference.plus(-1));
    } else if (left.high() <= right.low()) {
      add(difference.scaled(-1).plus(-1));
    } else if (left.low() >= right.high()) {
      add(difference.plus(-1));
    }
  }

  /** Whether a value certainly equals its polynomial, because it cannot have wrapped. */
  private boolean isExact(Value value) throws StaysOnHost {
    Interval exact = simpleBounds(invariants.numeric(value));
    return value.kind() == 'I' ? exact.isWithin(Interval.INT) : !exact.isAll();
  }

  private void add(Polynomial fact) throws StaysOnHost {
    notNegative.add(numeric(fact));
  }

  private void tighten(Polynomial fact) throws StaysOnHost {
    for (Polynomial.Term term : fact.sum()) {
      Value atom = term.atom();
      if (atom == null) {
        continue;
      }
      Interval others = simpleBounds(fact.replace(atom, Polynomial.constant(0)));
      if (others.isAll()) {
        continue;
      }
      long factor = term.coefficient();
      Interval now = tightened.getOrDefault(atom, Interval.ALL);
      // factor * atom + others >= 0, so factor * atom is at least minus the largest value of the
      // others.
      Interval next =
          factor > 0
              ? new Interval(Math.max(now.low(), ceilDivide(-others.high(), factor)), now.high())
              : new Interval(
                  now.low(), Math.min(now.high(), Math.floorDiv(others.high(), -factor)));
      tightened.put(atom, next);
      known.remove(atom);
      if (ofAtom(atom).isEmpty()) {
        tightened.put(atom, new Interval(1, 0));
      }
    }
  }

  private static long ceilDivide(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }
}
