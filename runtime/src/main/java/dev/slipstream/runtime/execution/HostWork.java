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
}
