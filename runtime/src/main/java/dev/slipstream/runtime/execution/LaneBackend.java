package dev.slipstream.runtime.execution;

/**
 * Runs jobs on lanes, or without a lane. All methods except {@link #expect} are called on the
 * executor thread; none of them may wait for anything.
 *
 * @param <W> the work that it understands
 */
public interface LaneBackend<W> extends AutoCloseable {
  /**
   * Gives a job to its lane. A lane runs its jobs in the order in which it gets them, and none
   * after a job that has failed: those are reported as failed, too. Before the job starts, the lane
   * waits for the jobs in {@link Job#waitsFor()}, which were started on other lanes. A short job
   * without a lane may run within this call.
   *
   * @param job the job, whose end is reported now or later
   * @throws Exception if the job could not be started, which counts as its failure
   */
  void start(Job<W> job) throws Exception;

  /**
   * Finds jobs that have ended, if nothing else reports them, and reports them. Called repeatedly
   * while jobs are running.
   *
   * @return whether there are jobs whose end only this method finds, so that it has to be called
   *     again soon
   */
  default boolean poll() {
    return false;
  }

  /**
   * Requests that ends of jobs are reported without delay, because something waits for the end of a
   * started job, here or on other lanes, before it can be started itself. Before this call, ends
   * may be reported some microseconds later, many at a time. Called repeatedly.
   */
  default void hurry() {}

  /**
   * Announces that jobs follow, so that sleeping lanes wake up. Any thread may call this, even at
   * the end.
   */
  default void expect() {}

  /**
   * The run has failed. Jobs that have not started must not start any more and are reported as
   * failed; running jobs should end as soon as they can and are reported as usual.
   *
   * @param cause why the run has failed
   */
  void cancel(Throwable cause);

  /**
   * Releases everything without waiting for jobs, some of which may still run after a failure.
   * Called once, after the last job.
   */
  @Override
  void close();
}
