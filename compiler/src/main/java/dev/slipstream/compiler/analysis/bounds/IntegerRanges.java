package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Operator;
import java.util.Optional;

/** The ranges of int and long operations that are no sums or products. */
final class IntegerRanges {
  private IntegerRanges() {}

  /** Whether the second operand alone bounds the results. */
  static boolean isBoundedByOne(Operator operator, Interval right) {
    return switch (operator) {
      case AND -> right.low() >= 0 && !right.isAll();
      case REMAINDER, FLOOR_REMAINDER -> right.low() > 0 && !right.isAll();
      default -> false;
    };
  }

  /**
   * The range of an operation's results.
   *
   * @param left the range of the first operand, bounded unless {@link #isBoundedByOne}
   * @param right the range of the second operand, bounded
   * @return empty if nothing is known beyond the type's range
   */
  static Optional<Interval> of(Operator operator, Interval left, Interval right, boolean isInt) {
    int mostShift = isInt ? 31 : 63;
    return switch (operator) {
      case DIVIDE -> right.low() > 0 ? Optional.of(quotient(left, right)) : Optional.empty();
      case FLOOR_DIVIDE ->
          right.low() > 0
              ? Optional.of(
                  new Interval(
                      Math.min(
                          Math.floorDiv(left.low(), right.low()),
                          Math.floorDiv(left.low(), right.high())),
                      Math.max(
                          Math.floorDiv(left.high(), right.low()),
                          Math.floorDiv(left.high(), right.high()))))
              : Optional.empty();
      case REMAINDER -> {
        if (right.low() <= 0) {
          yield Optional.empty();
        }
        long most = right.high() - 1;
        long low = left.low() >= 0 ? 0 : Math.max(-most, left.low());
        long high = left.high() <= 0 ? 0 : Math.min(most, left.high());
        boolean unchanged = left.low() >= 0 && left.high() < right.low();
        yield Optional.of(unchanged ? left : new Interval(low, high));
      }
      case FLOOR_REMAINDER -> {
        if (right.low() <= 0) {
          yield Optional.empty();
        }
        boolean unchanged = left.low() >= 0 && left.high() < right.low();
        yield Optional.of(unchanged ? left : new Interval(0, right.high() - 1));
      }
      case AND -> {
        if (left.low() >= 0 && right.low() >= 0) {
          yield Optional.of(new Interval(0, Math.min(left.high(), right.high())));
        }
        if (right.low() >= 0) {
          yield Optional.of(new Interval(0, right.high()));
        }
        yield left.low() >= 0 ? Optional.of(new Interval(0, left.high())) : Optional.empty();
      }
      case OR, XOR -> {
        if (left.low() < 0 || right.low() < 0) {
          yield Optional.empty();
        }
        long most = Math.max(left.high(), right.high());
        long mask = most == 0 ? 0 : (Long.highestOneBit(most) << 1) - 1;
        yield Optional.of(
            new Interval(operator == Operator.OR ? Math.max(left.low(), right.low()) : 0, mask));
      }
      case SHIFT_RIGHT ->
          right.low() >= 0 && right.high() <= mostShift
              ? Optional.of(
                  new Interval(
                      Math.min(left.low() >> right.low(), left.low() >> right.high()),
                      Math.max(left.high() >> right.low(), left.high() >> right.high())))
              : Optional.empty();
      case UNSIGNED_SHIFT_RIGHT -> {
        if (right.low() < 0 || right.high() > mostShift) {
          yield Optional.empty();
        }
        if (left.low() >= 0) {
          yield Optional.of(new Interval(left.low() >> right.high(), left.high() >> right.low()));
        }
        yield isInt && right.low() > 0
            ? Optional.of(new Interval(0, 0xFFFFFFFFL >>> right.low()))
            : Optional.empty();
      }
      case SHIFT_LEFT -> {
        if (right.low() < 0 || right.high() > 31 || left.low() < 0) {
          yield Optional.empty();
        }
        Interval shifted = left.times(new Interval(1L << right.low(), 1L << right.high()));
        Interval type = isInt ? Interval.INT : Interval.ALL;
        yield shifted.isWithin(type) && !shifted.isAll() ? Optional.of(shifted) : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Interval quotient(Interval left, Interval right) {
    return new Interval(
        Math.min(left.low() / right.low(), left.low() / right.high()),
        Math.max(left.high() / right.low(), left.high() / right.high()));
  }
}
