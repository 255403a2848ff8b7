package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;

/**
 * A loop whose variable starts with {@code initial}, grows by the same step each time and stays in
 * the loop while it relates to {@code limit}.
 *
 * @param variable the loop variable: of a parallel loop, or the phi of an inner loop
 * @param initial its first value
 * @param step by how much it grows; not the constant 0; in a parallel loop a constant or invariant,
 *     in an inner one the same as long as that loop runs
 * @param stay how the variable relates to the limit in every iteration
 * @param limit the limit, evaluated before each iteration
 */
public record CountedLoop(
    Value variable, Value initial, Value step, Condition.Relation stay, Value limit) {

  /**
   * Whether a kernel over this loop counts the iterations from 0 on, and computes the variable from
   * that: because the variable is a long, or because the step is known only when the loop runs.
   */
  public boolean isNumbered() {
    return variable.kind() == 'J' || !(step instanceof Value.Constant);
  }

  /** Whether it stays while its variable is on one side of the limit, and steps to the other. */
  public boolean approaches(long by) {
    return by > 0
        ? stay == Condition.Relation.LESS || stay == Condition.Relation.LESS_OR_EQUAL
        : by < 0
            && (stay == Condition.Relation.GREATER || stay == Condition.Relation.GREATER_OR_EQUAL);
  }

  /** By how much the kernel's own counter grows. */
  public int kernelStep() {
    return !isNumbered() && step instanceof Value.Constant constant ? (int) constant.number() : 1;
  }

  /** The loop as the program has it, {@code j = 1; j < n; j += 2}. */
  public String text() {
    // The outermost loop starts with what its variable holds at the loop's entry.
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
