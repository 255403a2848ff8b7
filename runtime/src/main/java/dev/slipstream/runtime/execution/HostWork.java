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
   * Returns how many jobs can be run together at most.
   *
   * @return 1 or more, the same each time
   */
  default int most() {
    return 1;
  }

  /**
   * Runs the first of some jobs, or several from the first one on, together and in order.
   *
   * @param waiting the next jobs of the lane, at least one and at most {@link #most}
   * @return how many jobs were run
   * @throws Exception if one fails; those behind it are not run any more
   */
  default int runSome(List<Job<W>> waiting) throws Exception {
    run(waiting.get(0));
    return 1;
  }

  /**
   * Prepares, in some microseconds, so that the next job starts sooner. Called by the lane's thread
   * when jobs are announced after it has slept for a while. Exceptions are ignored.
   *
   * @throws Exception if it fails
   */
  default void prepare() throws Exception {}
}
