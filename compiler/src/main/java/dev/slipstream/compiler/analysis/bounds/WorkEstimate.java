package dev.slipstream.compiler.analysis.bounds;

import java.util.List;

/**
 * Some instructions and the loops that repeat them.
 *
 * @param instructions their number
 * @param within the inner counted loops around them
 * @param isCertain whether each iteration reaches all inner loops around them
 */
public record WorkEstimate(int instructions, List<CountedLoop> within, boolean isCertain) {
  /**
   * The assumed number of iterations of an inner loop whose bounds only the loop itself computes.
   */
  public static final double TYPICAL_TRIPS = 16;

  /** The largest assumed number of iterations of an inner loop. */
  public static final double MOST_TRIPS = 1e6;

  /** Copies the list. */
  public WorkEstimate {
    within = List.copyOf(within);
  }

  /** The approximate number of instructions that one iteration runs. */
  double perIteration(Ranges ranges) throws StaysOnHost {
    double times = instructions;
    for (CountedLoop loop : within) {
      times *= Math.max(1, Math.min(trips(loop, ranges), MOST_TRIPS));
    }
    return times;
  }

  private static double trips(CountedLoop loop, Ranges ranges) throws StaysOnHost {
    try {
      Interval initial = ranges.of(loop.initial());
      Interval limit = ranges.of(loop.limit());
      Interval step = ranges.of(loop.step());
      double trips =
          step.low() > 0
              ? ((double) limit.high() - initial.low()) / step.low()
              : ((double) initial.high() - limit.low()) / Math.max(1, -(double) step.high());
      return trips < Integer.MAX_VALUE ? trips : TYPICAL_TRIPS;
    } catch (StaysOnHost unknown) {
      if (!unknown.isUnproven()) {
        throw unknown;
      }
      return TYPICAL_TRIPS;
    }
  }
}
