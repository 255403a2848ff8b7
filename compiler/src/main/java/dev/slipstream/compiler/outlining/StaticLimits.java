package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.DivisionSite;
import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds indices and divisors about which no execution can prove anything before the loop runs. */
final class StaticLimits {
  /** Operators whose results are limited, or may be, for any operands. */
  private static final Set<Operator> LIMITING =
      Set.of(
          Operator.REMAINDER,
          Operator.FLOOR_REMAINDER,
          Operator.AND,
          Operator.MIN,
          Operator.MAX,
          Operator.TO_BYTE,
          Operator.TO_SHORT,
          Operator.TO_CHAR,
          Operator.COMPARE,
          Operator.UNSIGNED_SHIFT_RIGHT,
          Operator.SHIFT_RIGHT);

  private final Set<Value> counted = new HashSet<>();
  private final Map<Value, List<Choice>> choices;

  /**
   * @param choices the values that may meet in variables
   */
  StaticLimits(NestStructure nest, Map<Value, List<Choice>> choices) {
    for (CountedLoop loop : nest.countedLoops()) {
      counted.add(loop.variable());
    }
    for (CountedLoop loop : nest.dimensions()) {
      counted.add(loop.variable());
    }
    this.choices = choices;
  }

  /** Whether some execution could prove an access. */
  boolean isKnown(AccessSite access) {
    return !isUnbounded(access.index()) || compare(access.conditions(), access.index());
  }

  /** Whether some execution could prove a division. */
  boolean isKnown(DivisionSite division) {
    return !isUnbounded(division.divisor()) || compare(division.conditions(), division.divisor());
  }

  private boolean isUnbounded(Value value) {
    if (value instanceof Value.Opaque opaque) {
      return opaque.largest() >= Integer.MAX_VALUE;
    }
    if (value instanceof Value.Phi) {
      if (counted.contains(value)) {
        return false;
      }
      for (Choice way : choices.getOrDefault(value, List.of())) {
        if (isUnbounded(way.value()) && !compare(way.conditions(), way.value())) {
          return true;
        }
      }
      return !choices.containsKey(value);
    }
    if (!(value instanceof Value.Operation operation)) {
      return false;
    }
    if (LIMITING.contains(operation.operator())) {
      return false;
    }
    for (Value operand : operation.operands()) {
      if (isUnbounded(operand)) {
        return true;
      }
    }
    return false;
  }

  private static boolean compare(List<Condition> conditions, Value index) {
    for (Condition condition : conditions) {
      if (shares(condition.left(), index) || shares(condition.right(), index)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value and an index have a varying part in common. */
  private static boolean shares(Value value, Value index) {
    if (value.equals(index) && !value.isInvariant()) {
      return true;
    }
    if (index instanceof Value.Operation operation) {
      for (Value operand : operation.operands()) {
        if (shares(value, operand)) {
          return true;
        }
      }
    }
    if (value instanceof Value.Operation operation) {
      for (Value operand : operation.operands()) {
        if (shares(operand, index)) {
          return true;
        }
      }
    }
    return false;
  }
}
