package dev.slipstream.runtime.execution;

import java.util.List;

/**
 * Runs a job to its end on the thread that calls it.
 *
 * @param <W> the work that it understands
 */
@FunctionalInterface
public interface HostWork<W> {
  /**
   * Runs a job.
   *
   * @param job the job
   * @throws Exception if it fails
   */
  void run(Job<W> job) throws Exception;

  /**
   * Says how many jobs are run together at most.
   *
   * @return 1 or more, the same each time
   */
  default int most() {
    return 1;
  }

  /**
   * Runs the first of some jobs, or several from the first one on in their order, together.
   *
   * @param waiting at least one, and at most {@link #most}; the next ones of the lane
   * @return how many were run
   * @throws Exception if one fails; those behind it are not run any more
   */
  default int runSome(List<Job<W>> waiting) throws Exception {
    run(waiting.get(0));
    return 1;
  }

  /**
   * Jobs are about to come, and the thread has slept for a while: does what lets the first one
   * begin sooner, in some microseconds. Called by that thread. What it throws is not heard of.
   *
   * @throws Exception if it fails
   */
  default void prepare() throws Exception {}
}
