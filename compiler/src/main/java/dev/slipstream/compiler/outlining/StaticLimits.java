package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.Choice;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.DivisionSite;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Operator;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells indices and divisors of which nothing will ever be known before a loop runs. */
final class StaticLimits {
  private final Set<Value> counted;
  private final Map<Value, List<Choice>> choices;

  /**
   * @param choices the values that may meet in variables
   */
  StaticLimits(NestStructure nest, Map<Value, List<Choice>> choices) {
    this.counted =
        nest.countedLoops().stream().map(CountedLoop::variable).collect(Collectors.toSet());
    nest.dimensions().forEach(dimension -> counted.add(dimension.variable()));
    this.choices = choices;
  }

  /** Whether some execution could prove an access. */
  boolean isKnown(AccessSite access) {
    return !isUnbounded(access.index(), counted, choices)
        || access.conditions().stream().anyMatch(c -> compares(c, access.index()));
  }

  /** Whether some execution could prove a division. */
  boolean isKnown(DivisionSite division) {
    return !isUnbounded(division.divisor(), counted, choices)
        || division.conditions().stream().anyMatch(c -> compares(c, division.divisor()));
  }

  private static boolean isUnbounded(
      Value value, Set<Value> counted, Map<Value, List<Choice>> choices) {
    if (value instanceof Value.Opaque opaque) {
      return opaque.largest() >= Integer.MAX_VALUE;
    }
    if (value instanceof Value.Phi) {
      return !counted.contains(value)
          && (!choices.containsKey(value)
              || choices.getOrDefault(value, List.of()).stream()
                  .anyMatch(
                      way ->
                          isUnbounded(way.value(), counted, choices)
                              && way.conditions().stream()
                                  .noneMatch(c -> compares(c, way.value()))));
    }
    if (!(value instanceof Value.Operation operation)) {
      return false;
    }
    Operator operator = operation.operator();
    return switch (operator) {
      case REMAINDER,
          FLOOR_REMAINDER,
          AND,
          MIN,
          MAX,
          TO_BYTE,
          TO_SHORT,
          TO_CHAR,
          COMPARE,
          UNSIGNED_SHIFT_RIGHT,
          SHIFT_RIGHT ->
          false;
      default -> operation.operands().stream().anyMatch(o -> isUnbounded(o, counted, choices));
    };
  }

  private static boolean compares(Condition condition, Value index) {
    return shares(condition.left(), index) || shares(condition.right(), index);
  }

  /** Whether a varying part of the index occurs in a value. */
  private static boolean shares(Value value, Value index) {
    if (value.equals(index) && !value.isInvariant()) {
      return true;
    }
    if (index instanceof Value.Operation operation
        && operation.operands().stream().anyMatch(o -> shares(value, o))) {
      return true;
    }
    return value instanceof Value.Operation operation
        && operation.operands().stream().anyMatch(o -> shares(o, index));
  }
}
