package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Conditions that an execution must meet for the kernel to have the effect of the loop.
 *
 * @param values the values that must not be 0, with the reasons to stay on the host if they are
 * @param leftOut the code that the kernel does not contain
 */
public record LaunchGuards(Map<Value, String> values, List<LeftOut> leftOut) {

  /** Copies both, the map in its order. */
  public LaunchGuards {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Code that the kernel does not contain.
   *
   * @param condition the condition under which it may run, on values that are constant in the loop
   * @param reason why no kernel can contain it
   */
  public record LeftOut(Condition condition, String reason) {
    private boolean mayRun(Invariants invariants) throws StaysOnHost {
      long left = invariants.of(condition.left());
      return condition.relation().holds(left, invariants.of(condition.right()));
    }
  }

  /** Requires that an execution meets all conditions. */
  void require(Invariants invariants) throws StaysOnHost {
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<Value, String> guard : values.entrySet()) {
      if (invariants.of(guard.getKey()) == 0) {
        reasons.add(guard.getValue());
      }
    }
    // If a guard is 0, the call site has not passed the captures that the conditions below need.
    if (!reasons.isEmpty()) {
      throw new StaysOnHost(String.join(", or ", reasons));
    }
    for (LeftOut code : leftOut) {
      if (code.mayRun(invariants)) {
        throw new StaysOnHost(
            code.reason()
                + ", and is reached, since "
                + code.condition().text()
                + "; with "
                + code.condition().negated().text()
                + " a device can run the loop");
      }
    }
  }
}
