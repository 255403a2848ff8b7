package dev.slipstream.runtime.execution;

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
   * Jobs are about to come, and the thread has slept for a while: does what lets the first one
   * begin sooner, in some microseconds. Called by that thread. What it throws is not heard of: the
   * first job will fail for the same reason.
   *
   * @throws Exception if it fails
   */
  default void prepare() throws Exception {}
}
