package dev.slipstream.runtime.execution;

import java.util.List;

/**
 * A piece of work, and what must come before it.
 *
 * @param id its identifier
 * @param kind what it is for
 * @param predecessors the jobs that must be complete before it starts, with lower identifiers;
 *     those that were never submitted count as complete
 * @param placement where it may run
 * @param work what is done, as lanes understand it; its text names it in messages, so for work of a
 *     loop it should name the loop and its line
 * @param <W> what lanes understand
 */
public record Job<W>(
    JobId id, JobKind kind, List<JobId> predecessors, JobPlacement placement, W work) {
  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if a predecessor does not have a lower identifier
   */
  public Job {
    predecessors = List.copyOf(predecessors);
    for (JobId predecessor : predecessors) {
      if (predecessor.number() >= id.number()) {
        throw new IllegalArgumentException(id + " cannot wait for " + predecessor);
      }
    }
  }

  /**
   * Returns what messages call the job.
   *
   * @return its identifier, kind and work
   */
  public String text() {
    return kind + " " + id + " (" + work + ")";
  }
}
