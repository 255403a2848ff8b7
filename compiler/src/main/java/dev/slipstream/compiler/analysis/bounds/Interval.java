package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.model.mapper.Operator;

/**
 * All integers from {@code low} to {@code high}, both included. {@link #ALL} means that nothing is
 * known. The result of an operation on it, or one that leaves the range of a long, is {@link #ALL}
 * again.
 */
public record Interval(long low, long high) {
  /** The interval of an unknown number. */
  public static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

  /** The interval of any int. */
  public static final Interval INT = new Interval(Integer.MIN_VALUE, Integer.MAX_VALUE);

  /** No number; the hull with another interval is that one. */
  static final Interval NONE = new Interval(Long.MAX_VALUE, Long.MIN_VALUE);

  /** A single number. */
  public static Interval of(long number) {
    return new Interval(number, number);
  }

  /** Whether it contains no number. */
  public boolean isEmpty() {
    return low > high;
  }

  /** Whether it is a single number. */
  public boolean isOne() {
    return low == high;
  }

  /** Whether another interval contains all its numbers. */
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

  /**
   * The results of an operation other than a sum or product on the numbers of two intervals. If
   * nothing more is known, all values of the type.
   *
   * @param right the range of the second operand; ignored if there is none
   * @param isInt whether the result is an int
   */
  static Interval of(Operator operator, Interval left, Interval right, boolean isInt) {
    Interval type = isInt ? INT : ALL;
    boolean known = !left.isAll() && !right.isAll();
    boolean shifts = right.low >= 0 && right.high <= (isInt ? 31 : 63);
    return switch (operator) {
      case MIN, MAX -> between(operator, left, right);
      case ABS ->
          left.low > type.low
              ? new Interval(
                  Math.max(left.low, 0), Math.max(Math.abs(left.low), Math.abs(left.high)))
              : type;
      case TO_LONG -> left;
      case TO_INT -> left.orIfOutside(INT);
      case TO_BYTE -> left.orIfOutside(new Interval(Byte.MIN_VALUE, Byte.MAX_VALUE));
      case TO_SHORT -> left.orIfOutside(new Interval(Short.MIN_VALUE, Short.MAX_VALUE));
      case TO_CHAR -> left.orIfOutside(new Interval(Character.MIN_VALUE, Character.MAX_VALUE));
      case COMPARE -> new Interval(-1, 1);
      case DIVIDE, FLOOR_DIVIDE -> known && right.low > 0 ? between(operator, left, right) : type;
      case REMAINDER, FLOOR_REMAINDER -> {
        if (right.low <= 0 || right.isAll()) {
          yield type;
        }
        boolean unchanged = left.low >= 0 && left.high < right.low;
        long most = right.high - 1;
        yield unchanged
            ? left
            : operator == Operator.FLOOR_REMAINDER
                ? new Interval(0, most)
                : new Interval(
                    Math.max(-most, Math.min(left.low, 0)), Math.min(most, Math.max(left.high, 0)));
      }
      case AND -> {
        if (right.isAll() || (right.low < 0 && (left.low < 0 || left.isAll()))) {
          yield type;
        }
        long leftMost = left.low < 0 ? right.high : left.high;
        yield new Interval(0, right.low < 0 ? left.high : Math.min(leftMost, right.high));
      }
      case OR, XOR -> {
        if (!known || left.low < 0 || right.low < 0) {
          yield type;
        }
        long most = Math.max(left.high, right.high);
        long mask = most == 0 ? 0 : (Long.highestOneBit(most) << 1) - 1;
        yield new Interval(operator == Operator.OR ? Math.max(left.low, right.low) : 0, mask);
      }
      case SHIFT_RIGHT -> known && shifts ? between(operator, left, right) : type;
      case UNSIGNED_SHIFT_RIGHT -> {
        if (!known || !shifts || (left.low < 0 && !(isInt && right.low > 0))) {
          yield type;
        }
        yield left.low >= 0
            ? between(operator, left, right)
            : new Interval(0, 0xFFFFFFFFL >>> right.low);
      }
      case SHIFT_LEFT -> {
        if (!known || right.low < 0 || right.high > 31 || left.low < 0) {
          yield type;
        }
        Interval shifted = left.times(new Interval(1L << right.low, 1L << right.high));
        yield shifted.isAll() ? type : shifted.orIfOutside(type);
      }
      default -> type;
    };
  }

  /**
   * The results of an operation that is monotonic in each operand: the results at the ends bound
   * it.
   */
  private static Interval between(Operator operator, Interval left, Interval right) {
    long a = operator.apply(left.low, right.low, 'J');
    long b = operator.apply(left.low, right.high, 'J');
    long c = operator.apply(left.high, right.low, 'J');
    long d = operator.apply(left.high, right.high, 'J');
    return new Interval(
        Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  /** This interval if another one contains all its numbers, else that one. */
  Interval orIfOutside(Interval other) {
    return isWithin(other) ? this : other;
  }

  /** Whether a relation holds between all numbers of this interval and all those of another one. */
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

  /** The smallest interval that contains both. */
  public Interval hull(Interval other) {
    return new Interval(Math.min(low, other.low), Math.max(high, other.high));
  }

  /** The intersection of both. */
  public Interval meet(Interval other) {
    return new Interval(Math.max(low, other.low), Math.min(high, other.high));
  }
}
