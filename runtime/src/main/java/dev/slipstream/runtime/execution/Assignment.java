package dev.slipstream.runtime.execution;

import java.util.List;
import java.util.Optional;

/**
 * Says that a job is to be started now, and where.
 *
 * @param job the job
 * @param lane the lane whose next job it is; empty if it needs none
 * @param waitsFor jobs on other lanes that are not complete, for which the lane itself must wait;
 *     empty unless the lane's group shares events
 * @param <W> what lanes understand
 */
public record Assignment<W>(Job<W> job, Optional<Lane> lane, List<JobId> waitsFor) {
  /** Copies the list. */
  public Assignment {
    waitsFor = List.copyOf(waitsFor);
  }

  /**
   * Returns what messages call the lane.
   *
   * @return its name, or that there is none
   */
  public String laneText() {
    return lane.map(used -> "lane " + used).orElse("no lane");
  }
}
