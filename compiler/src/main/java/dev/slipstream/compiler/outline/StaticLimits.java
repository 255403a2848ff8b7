package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.Refusal;
import dev.slipstream.compiler.bounds.AccessSite;
import dev.slipstream.compiler.bounds.Choice;
import dev.slipstream.compiler.bounds.CountedLoop;
import dev.slipstream.compiler.value.Condition;
import dev.slipstream.compiler.value.Operator;
import dev.slipstream.compiler.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Refuses loops with an index of which nothing will ever be known before they run. */
final class StaticLimits {
  private StaticLimits() {}

  /**
   * Looks at every access.
   *
   * @throws Refusal if no execution could be proven
   */
  static void check(List<AccessSite> accesses, NestStructure nest, Map<Value, List<Choice>> choices)
      throws Refusal {
    Set<Value> counted =
        nest.countedLoops().stream().map(CountedLoop::variable).collect(Collectors.toSet());
    nest.dimensions().forEach(dimension -> counted.add(dimension.variable()));
    for (AccessSite access : accesses) {
      if (isUnbounded(access.index(), counted, choices)
          && access.conditions().stream().noneMatch(c -> compares(c, access.index()))) {
        throw new Refusal(
            access.line(),
            "uses the index of " + access.text() + ", which is only known while the loop runs",
            "Compute the index from loop variables and values that stay the same.");
      }
    }
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
