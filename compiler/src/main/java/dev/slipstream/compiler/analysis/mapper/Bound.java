package dev.slipstream.compiler.analysis.mapper;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A number that depends on the iteration: a sum of multiples of the iterations' numbers along each
 * loop, and of other terms. What it can be over a chunk is found in as many steps as there are
 * loops and terms. Immutable.
 */
final class Bound {
  /** The largest number that may come up on the way; none of them can wrap. */
  private static final long LARGEST = 1L << 60;

  private final long constant;
  private final long[] factors;
  private final List<Term> terms;

  /** A multiple of something that is no iteration number. */
  record Term(long factor, Node node) {}

  /** Something between two numbers that depend on the chunk. */
  sealed interface Node {
    long least(IndexBox chunk);

    long most(IndexBox chunk);

    /** By how much it grows when a chunk moves; empty if that is not always the same. */
    OptionalLong shift(int dimension, long by);

    /** The numbers of iterations after which it repeats itself or grows by a whole number. */
    default void periods(int dimension, Set<Long> found) {}
  }

  Bound(long constant, long[] factors, List<Term> terms) {
    this.constant = constant;
    this.factors = factors.clone();
    this.terms = List.copyOf(terms);
  }

  static Bound constant(long number, int dimensions) {
    return new Bound(number, new long[dimensions], List.of());
  }

  /** The least number over a chunk that is not empty. */
  long least(IndexBox chunk) {
    long least = constant;
    for (int d = 0; d < factors.length; d++) {
      long factor = factors[d];
      least += factor * (factor > 0 ? chunk.min(d) : chunk.max(d) - 1);
    }
    for (int t = 0; t < terms.size(); t++) {
      Term term = terms.get(t);
      least += term.factor * (term.factor > 0 ? term.node.least(chunk) : term.node.most(chunk));
    }
    return least;
  }

  /** The largest number over a chunk that is not empty. */
  long most(IndexBox chunk) {
    long most = constant;
    for (int d = 0; d < factors.length; d++) {
      long factor = factors[d];
      most += factor * (factor > 0 ? chunk.max(d) - 1 : chunk.min(d));
    }
    for (int t = 0; t < terms.size(); t++) {
      Term term = terms.get(t);
      most += term.factor * (term.factor > 0 ? term.node.most(chunk) : term.node.least(chunk));
    }
    return most;
  }

  /** Whether no number that comes up over any part of the iterations can wrap. */
  boolean fits(IndexBox all) {
    double largest = Math.abs((double) constant);
    for (int d = 0; d < factors.length; d++) {
      largest += Math.abs((double) factors[d]) * all.max(d);
    }
    for (Term term : terms) {
      double node =
          Math.max(Math.abs((double) term.node.least(all)), Math.abs((double) term.node.most(all)));
      largest += Math.abs((double) term.factor) * node;
    }
    return largest < LARGEST;
  }

  long constant() {
    return constant;
  }

  List<Term> terms() {
    return terms;
  }

  /** How many loops there are; at least one. */
  int dimensions() {
    return factors.length;
  }

  long factor(int dimension) {
    return factors[dimension];
  }

  boolean isLinear() {
    return terms.isEmpty();
  }

  boolean isConstant() {
    for (long factor : factors) {
      if (factor != 0) {
        return false;
      }
    }
    return terms.isEmpty();
  }

  /** Whether it does not depend on the chunk. */
  boolean isSteady() {
    for (int d = 0; d < factors.length; d++) {
      if (!shift(d, 1).equals(OptionalLong.of(0))) {
        return false;
      }
    }
    return true;
  }

  Bound plus(long number) {
    return new Bound(constant + number, factors, terms);
  }

  /** The difference to another bound, if both are linear. */
  Optional<Bound> minus(Bound other) {
    if (!isLinear() || !other.isLinear()) {
      return Optional.empty();
    }
    long[] difference = new long[factors.length];
    for (int d = 0; d < factors.length; d++) {
      difference[d] = factors[d] - other.factors[d];
    }
    return Optional.of(new Bound(constant - other.constant, difference, List.of()));
  }

  /** Whether it differs from another bound by a constant only. */
  boolean isParallelTo(Bound other) {
    return Arrays.equals(factors, other.factors) && terms.equals(other.terms);
  }

  /** By how much it grows when a chunk moves along a loop; empty if that is not always the same. */
  OptionalLong shift(int dimension, long by) {
    long shift = factors[dimension] * by;
    for (Term term : terms) {
      OptionalLong part = term.node.shift(dimension, by);
      if (part.isEmpty()) {
        return OptionalLong.empty();
      }
      shift += term.factor * part.getAsLong();
    }
    return OptionalLong.of(shift);
  }

  void periods(int dimension, Set<Long> found) {
    for (Term term : terms) {
      term.node.periods(dimension, found);
    }
  }

  /** Any number of an interval. */
  record Anything(long low, long high) implements Node {
    @Override
    public long least(IndexBox chunk) {
      return low;
    }

    @Override
    public long most(IndexBox chunk) {
      return high;
    }

    @Override
    public OptionalLong shift(int dimension, long by) {
      return OptionalLong.of(0);
    }
  }

  /** What a number is at most wherever its least is asked for, and the other way round. */
  record Opposite(Bound bound) implements Node {
    @Override
    public long least(IndexBox chunk) {
      return bound.most(chunk);
    }

    @Override
    public long most(IndexBox chunk) {
      return bound.least(chunk);
    }

    @Override
    public OptionalLong shift(int dimension, long by) {
      return bound.shift(dimension, by);
    }

    @Override
    public void periods(int dimension, Set<Long> found) {
      bound.periods(dimension, found);
    }
  }

  /** The quotient, rounded down. */
  record Quotient(Bound dividend, long divisor) implements Node {
    @Override
    public long least(IndexBox chunk) {
      return Math.floorDiv(dividend.least(chunk), divisor);
    }

    @Override
    public long most(IndexBox chunk) {
      return Math.floorDiv(dividend.most(chunk), divisor);
    }

    @Override
    public OptionalLong shift(int dimension, long by) {
      OptionalLong shift = dividend.shift(dimension, by);
      return shift.isPresent() && shift.getAsLong() % divisor == 0
          ? OptionalLong.of(shift.getAsLong() / divisor)
          : OptionalLong.empty();
    }

    @Override
    public void periods(int dimension, Set<Long> found) {
      addPeriod(dividend, dimension, divisor, found);
    }
  }

  /** What the quotient leaves, from 0 to the divisor. */
  record Remainder(Bound dividend, long divisor) implements Node {
    @Override
    public long least(IndexBox chunk) {
      long least = dividend.least(chunk);
      return Math.floorDiv(least, divisor) == Math.floorDiv(dividend.most(chunk), divisor)
          ? Math.floorMod(least, divisor)
          : 0;
    }

    @Override
    public long most(IndexBox chunk) {
      long most = dividend.most(chunk);
      return Math.floorDiv(dividend.least(chunk), divisor) == Math.floorDiv(most, divisor)
          ? Math.floorMod(most, divisor)
          : divisor - 1;
    }

    @Override
    public OptionalLong shift(int dimension, long by) {
      OptionalLong shift = dividend.shift(dimension, by);
      return shift.isPresent() && shift.getAsLong() % divisor == 0
          ? OptionalLong.of(0)
          : OptionalLong.empty();
    }

    @Override
    public void periods(int dimension, Set<Long> found) {
      addPeriod(dividend, dimension, divisor, found);
    }
  }

  /** The smaller or the larger of two. */
  record Extreme(Bound first, Bound second, boolean isLarger) implements Node {
    @Override
    public long least(IndexBox chunk) {
      return choose(first.least(chunk), second.least(chunk));
    }

    @Override
    public long most(IndexBox chunk) {
      return choose(first.most(chunk), second.most(chunk));
    }

    private long choose(long one, long other) {
      return isLarger ? Math.max(one, other) : Math.min(one, other);
    }

    @Override
    public OptionalLong shift(int dimension, long by) {
      OptionalLong one = first.shift(dimension, by);
      return one.equals(second.shift(dimension, by)) ? one : OptionalLong.empty();
    }

    @Override
    public void periods(int dimension, Set<Long> found) {
      first.periods(dimension, found);
      second.periods(dimension, found);
    }
  }

  /** The product of two. */
  record Product(Bound first, Bound second) implements Node {
    @Override
    public long least(IndexBox chunk) {
      long low = second.least(chunk);
      long high = second.most(chunk);
      long least = first.least(chunk);
      long most = first.most(chunk);
      return Math.min(Math.min(least * low, least * high), Math.min(most * low, most * high));
    }

    @Override
    public long most(IndexBox chunk) {
      long low = second.least(chunk);
      long high = second.most(chunk);
      long least = first.least(chunk);
      long most = first.most(chunk);
      return Math.max(Math.max(least * low, least * high), Math.max(most * low, most * high));
    }

    @Override
    public OptionalLong shift(int dimension, long by) {
      OptionalLong none = OptionalLong.of(0);
      return first.shift(dimension, by).equals(none) && second.shift(dimension, by).equals(none)
          ? none
          : OptionalLong.empty();
    }
  }

  private static void addPeriod(Bound dividend, int dimension, long divisor, Set<Long> found) {
    dividend.periods(dimension, found);
    OptionalLong one = dividend.shift(dimension, 1);
    if (one.isPresent() && one.getAsLong() != 0) {
      found.add(divisor / gcd(Math.abs(one.getAsLong()), divisor));
    }
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bound bound && bound.constant == constant && isParallelTo(bound);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(constant) * 31 + Arrays.hashCode(factors);
  }
}
