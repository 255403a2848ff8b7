package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
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
    if (operation.operator().divides() && !isNeverZero(divisor, ranges)) {
      return Optional.empty();
    }
    return Optional.of(
        at -> operation.operator().apply(left.at(at), right.at(at), operation.kind()));
  }

  private static boolean isNeverZero(Value divisor, Ranges ranges) throws StaysOnHost {
    Interval range = ranges.of(divisor);
    return range.low() > 0 || range.high() < 0;
  }
}
