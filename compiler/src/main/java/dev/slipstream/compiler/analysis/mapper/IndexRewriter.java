package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Normalises indices. Shifts, masks and remainders become quotients and remainders by positive
 * numbers, rounded down. They are removed where the ranges of an execution allow it.
 */
final class IndexRewriter {
  private static final int MOST_PASSES = 8;
  private static final int DEEPEST = 6;

  private final Map<Value, Value> blurred = new HashMap<>();

  /** The original values of those that only this class creates. */
  private final Map<Value, Value> originals = new HashMap<>();

  private int depth;

  /**
   * The sum that an int or long value certainly equals.
   *
   * @return empty if the value may have wrapped during the computation
   */
  Optional<Polynomial> exact(Value value, Ranges here) throws StaysOnHost {
    if (value.kind() != 'I' && value.kind() != 'J') {
      return Optional.empty();
    }
    Polynomial sum = here.numeric(Polynomial.of(value));
    Interval range = here.ofSum(sum);
    boolean exact = value.kind() == 'I' ? range.isWithin(Interval.INT) : !range.isAll();
    return exact ? Optional.of(sum) : Optional.empty();
  }

  /** The exact sum in its simplest form. */
  Optional<Polynomial> simplest(Value value, Ranges here) throws StaysOnHost {
    Optional<Polynomial> sum = exact(value, here);
    if (sum.isEmpty() || depth > DEEPEST) {
      return sum;
    }
    depth++;
    try {
      return Optional.of(simplify(sum.get(), here));
    } finally {
      depth--;
    }
  }

  /** The value from which a value of a simplified sum was made. */
  Value original(Value value) {
    return originals.getOrDefault(value, value);
  }

  private Polynomial simplify(Polynomial sum, Ranges here) throws StaysOnHost {
    Polynomial simple = sum;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      Polynomial before = simple;
      for (Value value : before.values()) {
        if (value instanceof Value.Operation operation) {
          Optional<Polynomial> other = rewrite(operation, here);
          if (other.isPresent()) {
            simple = simple.replace(value, other.get());
          }
        }
      }
      simple = together(apart(simple), here);
      if (simple.equals(before)) {
        break;
      }
    }
    return simple;
  }

  /** Replaces {@code x} next to {@code x % d} by {@code (x / d) * d + x % d}. */
  private static Polynomial apart(Polynomial sum) {
    for (Value value : sum.values()) {
      if (value instanceof Value.Operation remainder
          && remainder.operator() == Operator.FLOOR_REMAINDER
          && remainder.operands().get(1) instanceof Value.Constant divisor
          && sum.coefficient(remainder.operands().get(0)) != 0) {
        Value whole = remainder.operands().get(0);
        Value quotient =
            Value.Operation.of(-1, Operator.FLOOR_DIVIDE, remainder.kind(), whole, divisor);
        if (quotient instanceof Value.Operation && !(whole instanceof Value.Operation)) {
          return sum.replace(
              whole, Polynomial.atom(remainder).plus(Polynomial.atom(quotient), divisor.number()));
        }
      }
    }
    return sum;
  }

  /** Replaces {@code (x / d) * d + x % d} by {@code x}. */
  private Polynomial together(Polynomial sum, Ranges here) throws StaysOnHost {
    for (Value value : sum.values()) {
      if (value instanceof Value.Operation quotient
          && quotient.operator() == Operator.FLOOR_DIVIDE
          && quotient.operands().get(1) instanceof Value.Constant divisor) {
        Value remainder =
            Value.Operation.of(
                -1, Operator.FLOOR_REMAINDER, quotient.kind(), quotient.operands().get(0), divisor);
        long factor = sum.coefficient(remainder);
        Optional<Polynomial> whole = simplest(quotient.operands().get(0), here);
        if (factor != 0
            && whole.isPresent()
            && sum.coefficient(quotient) == factor * divisor.number()) {
          return sum.replace(quotient, Polynomial.constant(0))
              .replace(remainder, Polynomial.constant(0))
              .plus(whole.get(), factor);
        }
      }
    }
    return sum;
  }

  private Optional<Polynomial> rewrite(Value.Operation operation, Ranges here) throws StaysOnHost {
    Value left = operation.operands().get(0);
    Value right = operation.operands().get(operation.operands().size() - 1);
    long number = number(right, here);
    return switch (operation.operator()) {
      case REMAINDER, DIVIDE ->
          number > 0 && here.of(left).low() >= 0
              ? divided(operation, left, number, operation.operator() == Operator.DIVIDE, here)
              : Optional.empty();
      case FLOOR_REMAINDER, FLOOR_DIVIDE ->
          number > 0
              ? divided(
                  operation, left, number, operation.operator() == Operator.FLOOR_DIVIDE, here)
              : Optional.empty();
      case SHIFT_RIGHT ->
          number >= 0 && number < 31
              ? divided(operation, left, 1L << number, /* quotient= */ true, here)
              : Optional.empty();
      case UNSIGNED_SHIFT_RIGHT ->
          number >= 0 && number < 31 && here.of(left).low() >= 0
              ? divided(operation, left, 1L << number, /* quotient= */ true, here)
              : Optional.empty();
      case SHIFT_LEFT -> shifted(operation, left, number, here);
      case AND ->
          right.isInvariant()
              ? masked(operation, left, number, here)
              : left.isInvariant()
                  ? masked(operation, right, number(left, here), here)
                  : Optional.empty();
      case OR -> joined(left, right, here);
      case XOR -> right.isInvariant() ? flipped(operation, left, number, here) : Optional.empty();
      case TO_LONG, TO_INT -> simplest(left, here).filter(sum -> fits(sum, operation, here));
      case MIN, MAX -> chosen(operation, left, right, here);
      default -> Optional.empty();
    };
  }

  /** The number of a value that is constant, or -1. */
  private static long number(Value value, Ranges here) throws StaysOnHost {
    Interval range = here.of(value);
    return range.isOne() && !range.isAll() ? range.low() : -1;
  }

  private static boolean fits(Polynomial sum, Value.Operation operation, Ranges here) {
    try {
      Interval range = here.ofSum(sum);
      return operation.kind() == 'I' ? range.isWithin(Interval.INT) : !range.isAll();
    } catch (StaysOnHost unknown) {
      return false;
    }
  }

  /** The quotient or the remainder by a positive number, rounded down. */
  private Optional<Polynomial> divided(
      Value.Operation operation, Value dividend, long divisor, boolean quotient, Ranges here)
      throws StaysOnHost {
    Optional<Polynomial> sum = simplest(dividend, here);
    if (sum.isEmpty()) {
      return Optional.empty();
    }
    Polynomial whole = sum.get().multiplesOf(divisor);
    Polynomial rest = sum.get().plus(whole, -divisor);
    Interval range = here.ofSum(rest);
    if (!range.isAll()) {
      long blocks = Math.floorDiv(range.low(), divisor);
      if (blocks == Math.floorDiv(range.high(), divisor)) {
        return Optional.of(quotient ? whole.plus(blocks) : rest.plus(-blocks * divisor));
      }
    }
    return canonical(operation, dividend, divisor, quotient);
  }

  private static Optional<Polynomial> canonical(
      Value.Operation operation, Value dividend, long divisor, boolean quotient) {
    Operator operator = quotient ? Operator.FLOOR_DIVIDE : Operator.FLOOR_REMAINDER;
    Value same =
        Value.Operation.of(
            -1,
            operator,
            operation.kind(),
            dividend,
            new Value.Constant(operation.kind(), divisor));
    return same instanceof Value.Operation && !same.equals(operation)
        ? Optional.of(Polynomial.atom(same))
        : Optional.empty();
  }

  private Optional<Polynomial> shifted(
      Value.Operation operation, Value left, long number, Ranges here) throws StaysOnHost {
    Optional<Polynomial> sum = number >= 0 && number < 31 ? simplest(left, here) : Optional.empty();
    return sum.map(s -> s.scaled(1L << number)).filter(s -> fits(s, operation, here));
  }

  private Optional<Polynomial> masked(
      Value.Operation operation, Value value, long mask, Ranges here) throws StaysOnHost {
    if (mask > 0 && Long.bitCount(mask + 1) == 1) {
      return divided(operation, value, mask + 1, /* quotient= */ false, here);
    }
    if (mask < 0 && Long.bitCount(-mask) == 1 && mask != Long.MIN_VALUE) {
      return divided(operation, value, -mask, /* quotient= */ true, here)
          .map(blocks -> blocks.scaled(-mask));
    }
    return Optional.empty();
  }

  /** The bitwise OR of numbers without common bits: their sum. */
  private Optional<Polynomial> joined(Value left, Value right, Ranges here) throws StaysOnHost {
    Optional<Polynomial> first = simplest(left, here);
    Optional<Polynomial> second = simplest(right, here);
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    return areApart(first.get(), second.get(), here) || areApart(second.get(), first.get(), here)
        ? Optional.of(first.get().plus(second.get(), 1))
        : Optional.empty();
  }

  private static boolean areApart(Polynomial high, Polynomial low, Ranges here) throws StaysOnHost {
    Interval range = here.ofSum(low);
    if (range.low() < 0 || range.high() >= Integer.MAX_VALUE) {
      return false;
    }
    long bits = range.high() == 0 ? 1 : Long.highestOneBit(range.high()) << 1;
    for (long coefficient : high.terms().values()) {
      if (coefficient % bits != 0) {
        return false;
      }
    }
    return true;
  }

  /** The exclusive OR with one bit: the number remains in its block of twice that bit. */
  private Optional<Polynomial> flipped(
      Value.Operation operation, Value value, long bit, Ranges here) throws StaysOnHost {
    if (bit <= 0 || Long.bitCount(bit) != 1 || bit >= 1L << 29 || here.of(value).low() < 0) {
      return Optional.empty();
    }
    Value block =
        Value.Operation.of(
            -1,
            Operator.FLOOR_DIVIDE,
            operation.kind(),
            value,
            new Value.Constant(operation.kind(), 2 * bit));
    Value inside =
        blurred.computeIfAbsent(
            operation,
            o -> new Value.Opaque(-2 - blurred.size(), o.kind(), 0, 2 * bit - 1, o.toString()));
    Value size = new Value.Constant(operation.kind(), 2 * bit);
    originals.put(
        inside,
        Value.Operation.of(-1, Operator.FLOOR_REMAINDER, operation.kind(), operation, size));
    return block instanceof Value.Operation
        ? Optional.of(Polynomial.atom(inside).plus(Polynomial.atom(block), 2 * bit))
        : Optional.empty();
  }

  private Optional<Polynomial> chosen(
      Value.Operation operation, Value left, Value right, Ranges here) throws StaysOnHost {
    Optional<Polynomial> first = simplest(left, here);
    Optional<Polynomial> second = simplest(right, here);
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    Interval difference = here.ofSum(first.get().minus(second.get()));
    boolean firstIsLarger = difference.low() >= 0;
    boolean secondIsLarger = difference.high() <= 0;
    if (!firstIsLarger && !secondIsLarger) {
      return Optional.empty();
    }
    return firstIsLarger == (operation.operator() == Operator.MAX) ? first : second;
  }
}
