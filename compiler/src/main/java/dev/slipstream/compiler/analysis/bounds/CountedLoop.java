package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;

/**
 * A loop whose variable starts with {@code initial}, grows by the same step in each iteration and
 * stays in the loop while it relates to {@code limit} as {@code stay} says.
 *
 * @param variable the loop variable: of a parallel loop, or the phi of an inner loop
 * @param initial its first value
 * @param step the step, not the constant 0; in a parallel loop a constant or invariant, in an inner
 *     loop constant during each execution of that loop
 * @param stay the relation of the variable to the limit in every iteration
 * @param limit the limit, evaluated before each iteration
 */
public record CountedLoop(
    Value variable, Value initial, Value step, Condition.Relation stay, Value limit) {

  /**
   * Whether a kernel over this loop counts its iterations from 0 and computes the variable from
   * that count. It does so for a variable of type long, and for a step that is known only when the
   * loop runs.
   */
  public boolean isNumbered() {
    return variable.kind() == 'J' || !(step instanceof Value.Constant);
  }

  /**
   * Whether the loop runs while its variable is on one side of the limit, and steps towards the
   * limit.
   */
  public boolean approaches(long by) {
    return by > 0
        ? stay == Condition.Relation.LESS || stay == Condition.Relation.LESS_OR_EQUAL
        : by < 0
            && (stay == Condition.Relation.GREATER || stay == Condition.Relation.GREATER_OR_EQUAL);
  }

  /** The step of the kernel's own counter. */
  public int kernelStep() {
    return !isNumbered() && step instanceof Value.Constant constant ? (int) constant.number() : 1;
  }

  /** The loop in the program's notation, {@code j = 1; j < n; j += 2}. */
  public String text() {
    // The initial value of the outermost loop is what its variable holds at the loop's entry.
    String start = initial.toString().equals(variable.toString()) ? "…" : initial.toString();
    return variable
        + " = "
        + start
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
