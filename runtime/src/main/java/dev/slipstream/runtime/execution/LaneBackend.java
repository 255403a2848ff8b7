package dev.slipstream.runtime.execution;

/**
 * What runs jobs on lanes, or without a lane. All methods but {@link #expect} are called on the
 * executor thread; none of them may wait for anything.
 *
 * @param <W> the work that it understands
 */
public interface LaneBackend<W> extends AutoCloseable {
  /**
   * Gives a job to its lane. A lane runs its jobs in the order in which it gets them, and none of
   * them after one that has failed: those are reported as failed, too. Before the job starts the
   * lane waits for the jobs in {@link Job#waitsFor()}, which were started on other lanes. A job
   * without a lane may run here and now if it is short.
   *
   * @param job the job, whose end is told now or later
   * @throws Exception if the job could not be started, which counts as its failure
   */
  void start(Job<W> job) throws Exception;

  /**
   * Looks which jobs have ended, where nobody else tells, and reports them. Called again and again
   * while jobs are running.
   *
   * @return whether there is work whose end only this method finds, so that it is to be called
   *     again soon
   */
  default boolean poll() {
    return false;
  }

  /**
   * Something waits for the end of a job that was started, here or on other lanes, and can be
   * started only then: ends are to be told as they come. Until this is called they may be told some
   * microseconds later, many at a time. Called again and again.
   */
  default void hurry() {}

  /** Jobs are about to come: lanes that sleep are to wake up. From any thread, also at the end. */
  default void expect() {}

  /**
   * The run has failed: what did not start yet is not to start any more and is reported as failed;
   * what is running should end as soon as it can and is reported as usual.
   *
   * @param cause why the run has failed
   */
  void cancel(Throwable cause);

  /**
   * Gives everything back without waiting for jobs, of which some may still run after a failure.
   * Called once, after the last job.
   */
  @Override
  void close();
}
