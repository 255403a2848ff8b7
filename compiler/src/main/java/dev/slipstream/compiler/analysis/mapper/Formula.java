package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Operator;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** An int or long value as it is computed from the values of variables, as Java computes it. */
@FunctionalInterface
interface Formula {
  /**
   * Computes it.
   *
   * @param variables what each variable holds
   */
  long at(long[] variables);

  /**
   * The formula of a value.
   *
   * @param variables those that are known
   * @param used takes the numbers of those that occur
   * @return empty if something else occurs in it, or a division that might be by zero
   */
  static Optional<Formula> of(Value value, List<Value> variables, Ranges ranges, BitSet used)
      throws StaysOnHost {
    int number = variables.indexOf(value);
    if (number >= 0) {
      used.set(number);
      return Optional.of(at -> at[number]);
    }
    if (value.isInvariant()) {
      Interval known = ranges.of(value);
      long constant = known.low();
      return known.isOne() && !known.isAll() ? Optional.of(at -> constant) : Optional.empty();
    }
    if (!(value instanceof Value.Operation operation)) {
      return Optional.empty();
    }
    List<Formula> operands = new ArrayList<>();
    for (Value operand : operation.operands()) {
      Optional<Formula> formula = of(operand, variables, ranges, used);
      if (formula.isEmpty()) {
        return Optional.empty();
      }
      operands.add(formula.get());
    }
    Formula left = operands.get(0);
    Formula right = operands.get(operands.size() - 1);
    Value divisor = operation.operands().get(operands.size() - 1);
    boolean isInt = operation.operands().get(0).kind() == 'I';
    if (divides(operation.operator()) && !isNeverZero(divisor, ranges)) {
      return Optional.empty();
    }
    Formula exact = at -> compute(operation.operator(), left.at(at), right.at(at), isInt);
    return Optional.of(operation.kind() == 'I' ? at -> (int) exact.at(at) : exact);
  }

  private static boolean divides(Operator operator) {
    return switch (operator) {
      case DIVIDE, REMAINDER, FLOOR_DIVIDE, FLOOR_REMAINDER -> true;
      default -> false;
    };
  }

  private static boolean isNeverZero(Value divisor, Ranges ranges) throws StaysOnHost {
    Interval range = ranges.of(divisor);
    return range.low() > 0 || range.high() < 0;
  }

  /** As on longs; what an int operation leaves in the upper half is cut off afterwards. */
  private static long compute(Operator operator, long left, long right, boolean isInt) {
    int bits = isInt ? 31 : 63;
    return switch (operator) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case NEGATE -> -left;
      case DIVIDE -> left / right;
      case REMAINDER -> left % right;
      case SHIFT_LEFT -> left << (right & bits);
      case SHIFT_RIGHT -> left >> (right & bits);
      case UNSIGNED_SHIFT_RIGHT -> isInt ? (int) left >>> (int) right : left >>> (right & bits);
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case ABS -> Math.abs(left);
      case FLOOR_DIVIDE -> Math.floorDiv(left, right);
      case FLOOR_REMAINDER -> Math.floorMod(left, right);
      case COMPARE -> Long.compare(left, right);
      case TO_LONG, TO_INT -> left;
      case TO_BYTE -> (byte) left;
      case TO_SHORT -> (short) left;
      case TO_CHAR -> (char) left;
    };
  }
}
