package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;

/**
 * The iterations of one parallel loop in one execution.
 *
 * @param variable the loop's variable
 * @param first its first value
 * @param step by how much it grows, not 0
 * @param count how many iterations there are
 */
public record Iterations(Value variable, long first, long step, int count) {

  /** The value of the variable when the loop ends. */
  long past() {
    return first + count * step;
  }

  /** The step, whichever way it goes, and the number of iterations. */
  Stride stride() {
    return new Stride(Math.abs(step), count);
  }

  /** All but the last one. */
  Iterations withoutLast() {
    return new Iterations(variable, first, step, count - 1);
  }

  /** The range of the variable. It does not wrap. */
  public Interval range() {
    long last = first + (count - 1) * step;
    return new Interval(Math.min(first, last), Math.max(first, last));
  }
}
