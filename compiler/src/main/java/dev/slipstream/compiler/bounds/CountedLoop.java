package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.value.Condition;
import dev.slipstream.compiler.value.Value;

/**
 * A loop whose variable starts with {@code initial}, grows by a constant step and stays in the loop
 * while it relates to {@code limit}.
 *
 * @param variable the loop variable: of a parallel loop, or the phi of an inner loop
 * @param initial its first value
 * @param step the constant step, not 0
 * @param stay how the variable relates to the limit in every iteration
 * @param limit the limit, evaluated before each iteration
 */
public record CountedLoop(
    Value variable, Value initial, int step, Condition.Relation stay, Value limit) {

  /** The loop as the program has it, {@code j = 1; j < n; j += 2}. */
  public String text() {
    // The outermost loop starts with what its variable holds at the loop's entry.
    String start = variable + " = " + (initial.equals(variable) ? "…" : initial);
    return start
        + "; "
        + variable
        + " "
        + stay.symbol()
        + " "
        + limit
        + "; "
        + variable
        + " += "
        + step;
  }
}
