package dev.slipstream.runtime.execution;

import java.util.List;

/**
 * Where a job may run. Jobs with equal placements compete for the same lanes; there should be few
 * different placements.
 *
 * @param groups lanes, in the order of preference; empty for a job without a lane. Such a job is
 *     started when everything that it waits for is complete; it may end immediately (a horizon), or
 *     another component waits for it (a receive)
 */
public record JobPlacement(List<LaneGroup> groups) {
  /** Needs no lane. */
  public static final JobPlacement NO_LANE = new JobPlacement(List.of());

  /** Copies the list. */
  public JobPlacement {
    groups = List.copyOf(groups);
  }

  /**
   * Returns a placement on any lane of the groups.
   *
   * @param groups the groups in the order of preference
   * @return the placement
   */
  public static JobPlacement on(LaneGroup... groups) {
    return new JobPlacement(List.of(groups));
  }
}
