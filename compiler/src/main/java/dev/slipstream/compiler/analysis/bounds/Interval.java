package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;

/**
 * All integers from {@code low} to {@code high}, both included. {@link #ALL} stands for what is not
 * known; whatever is computed from it, or leaves the range of a long, is {@link #ALL} again.
 */
public record Interval(long low, long high) {
  /** What is not known. */
  public static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

  /** What an int can be. */
  public static final Interval INT = new Interval(Integer.MIN_VALUE, Integer.MAX_VALUE);

  /** A single number. */
  public static Interval of(long number) {
    return new Interval(number, number);
  }

  /** Whether there is no number in it. */
  public boolean isEmpty() {
    return low > high;
  }

  /** Whether it is a single number. */
  public boolean isOne() {
    return low == high;
  }

  /** Whether all its numbers are in another one. */
  public boolean isWithin(Interval other) {
    return low >= other.low && high <= other.high;
  }

  /** Whether nothing is known. */
  public boolean isAll() {
    return low == Long.MIN_VALUE || high == Long.MAX_VALUE;
  }

  Interval plus(Interval other) {
    if (isAll() || other.isAll()) {
      return ALL;
    }
    try {
      return new Interval(Math.addExact(low, other.low), Math.addExact(high, other.high));
    } catch (ArithmeticException e) {
      return ALL;
    }
  }

  Interval times(Interval other) {
    if (isAll() || other.isAll()) {
      return ALL;
    }
    try {
      long a = Math.multiplyExact(low, other.low);
      long b = Math.multiplyExact(low, other.high);
      long c = Math.multiplyExact(high, other.low);
      long d = Math.multiplyExact(high, other.high);
      return new Interval(
          Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    } catch (ArithmeticException e) {
      return ALL;
    }
  }

  /** Whether all numbers of this one compare in some way with all those of another one. */
  public boolean always(Condition.Relation relation, Interval other) {
    return switch (relation) {
      case LESS -> high < other.low;
      case LESS_OR_EQUAL -> high <= other.low;
      case GREATER -> low > other.high;
      case GREATER_OR_EQUAL -> low >= other.high;
      case NOT_EQUAL -> high < other.low || low > other.high;
      case EQUAL -> isOne() && equals(other);
    };
  }

  /** The smallest interval that holds both. */
  public Interval hull(Interval other) {
    return new Interval(Math.min(low, other.low), Math.max(high, other.high));
  }

  /** What is in both. */
  public Interval meet(Interval other) {
    return new Interval(Math.max(low, other.low), Math.min(high, other.high));
  }
}
