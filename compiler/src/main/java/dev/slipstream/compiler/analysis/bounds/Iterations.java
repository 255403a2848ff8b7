package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;

/**
 * The iterations of one parallel loop in one execution.
 *
 * @param variable the loop's variable
 * @param first its first value
 * @param step its increment, not 0
 * @param count the number of iterations
 */
public record Iterations(Value variable, long first, long step, int count) {
  private static final String WRAPS = "its counter would overflow";

  /** The value of the variable when the loop ends. */
  long past() {
    return first + count * step;
  }

  /** The length of the step, regardless of its direction, and the number of iterations. */
  Stride stride() {
    return new Stride(Math.abs(step), count);
  }

  /** These iterations without the last one. */
  Iterations withoutLast() {
    return new Iterations(variable, first, step, count - 1);
  }

  /** The range of the variable. It does not wrap. */
  public Interval range() {
    long last = first + (count - 1) * step;
    return new Interval(Math.min(first, last), Math.max(first, last));
  }

  /**
   * The number of times that a loop runs.
   *
   * @param kind {@code I} if it counts an int, {@code J} for a long
   * @param step the step; with 0 the loop could not end
   * @return 0 to 2^31 - 1
   * @throws StaysOnHost if the loop variable would wrap around, the loop could not end, or it has
   *     more iterations
   */
  static int count(char kind, long start, long step, Relation stay, long limit) throws StaysOnHost {
    long least = kind == 'I' ? Integer.MIN_VALUE : Long.MIN_VALUE;
    long largest = kind == 'I' ? Integer.MAX_VALUE : Long.MAX_VALUE;
    if (step == 0) {
      throw new StaysOnHost("its step is zero");
    }
    try {
      if (step < 0) {
        // Counting down from start to limit takes as many steps as counting up from ~start to
        // ~limit, where ~x is -x - 1 and never overflows.
        return ofRising(~start, Math.negateExact(step), stay.mirrored(), ~limit, ~least);
      }
      return ofRising(start, step, stay, limit, largest);
    } catch (ArithmeticException e) {
      throw new StaysOnHost(WRAPS);
    }
  }

  private static int ofRising(long start, long step, Relation stay, long limit, long largest)
      throws StaysOnHost {
    long count =
        switch (stay) {
          case LESS -> start < limit ? (Math.subtractExact(limit, start) - 1) / step + 1 : 0;
          case LESS_OR_EQUAL ->
              start <= limit ? Math.addExact(Math.subtractExact(limit, start) / step, 1) : 0;
          case NOT_EQUAL -> {
            if (limit < start || Math.subtractExact(limit, start) % step != 0) {
              throw new StaysOnHost("its counter steps over the limit and would overflow");
            }
            yield (limit - start) / step;
          }
          case EQUAL -> start == limit ? 1 : 0;
          case GREATER, GREATER_OR_EQUAL -> {
            if (start > limit || (start == limit && stay == Relation.GREATER_OR_EQUAL)) {
              throw new StaysOnHost("its counter moves away from the limit and would overflow");
            }
            yield 0;
          }
        };
    if (Math.addExact(start, Math.multiplyExact(count, step)) > largest) {
      throw new StaysOnHost(WRAPS);
    }
    if (count > Integer.MAX_VALUE) {
      throw new StaysOnHost("it has more than 2,147,483,647 iterations");
    }
    return (int) count;
  }
}
