package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.value.Condition.Relation;

/** The number of iterations of counted loops, evaluated exactly. */
final class TripCount {
  private TripCount() {}

  /**
   * How often the loop runs.
   *
   * @return 0 to 2^31 - 1
   * @throws StaysOnHost if the loop variable would wrap around or the loop could not end
   */
  static int of(long start, int step, Relation stay, long limit) throws StaysOnHost {
    if (step < 0) {
      // Counting down from start to limit takes as many steps as counting up from -start to -limit.
      return ofRising(-start, -(long) step, stay.mirrored(), -limit, -(long) Integer.MIN_VALUE);
    }
    return ofRising(start, step, stay, limit, Integer.MAX_VALUE);
  }

  private static int ofRising(long start, long step, Relation stay, long limit, long largest)
      throws StaysOnHost {
    long count =
        switch (stay) {
          case LESS -> start < limit ? (limit - start + step - 1) / step : 0;
          case LESS_OR_EQUAL -> start <= limit ? (limit - start) / step + 1 : 0;
          case NOT_EQUAL -> {
            if (limit < start || (limit - start) % step != 0) {
              throw new StaysOnHost("its variable steps over the limit and would wrap around");
            }
            yield (limit - start) / step;
          }
          case EQUAL -> start == limit ? 1 : 0;
          case GREATER, GREATER_OR_EQUAL -> {
            if (start > limit || (start == limit && stay == Relation.GREATER_OR_EQUAL)) {
              throw new StaysOnHost("its variable runs away from the limit and would wrap around");
            }
            yield 0;
          }
        };
    if (count > Integer.MAX_VALUE || start + count * step > largest) {
      throw new StaysOnHost("its variable would wrap around");
    }
    return (int) count;
  }
}
