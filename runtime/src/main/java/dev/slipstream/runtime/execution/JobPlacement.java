package dev.slipstream.runtime.execution;

import java.util.List;

/**
 * Where a job may run. Jobs with equal placements compete for the same lanes; there should be few
 * different ones.
 *
 * @param groups lanes, those first that are preferred; empty for a job that needs no lane: it is
 *     started when all that it waits for is complete, and may end at once (a horizon) or be waited
 *     for by somebody else (a receive)
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
   * @param groups those first that are preferred
   * @return the placement
   */
  public static JobPlacement on(LaneGroup... groups) {
    return new JobPlacement(List.of(groups));
  }
}
