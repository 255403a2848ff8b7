package dev.slipstream.runtime.execution;

/**
 * Is notified of the progress of each job, for traces. It is called on the executor thread and
 * should only record what it gets. All times are nanoseconds of the executor's {@link Ticker}.
 */
public interface TraceSink {
  /** Does nothing. */
  TraceSink OFF =
      new TraceSink() {
        @Override
        public boolean isOn() {
          return false;
        }
      };

  /** Whether to call the other methods. Evaluated once, when the executor starts. */
  default boolean isOn() {
    return true;
  }

  /**
   * The executor has got a job.
   *
   * @param job the job
   * @param nanos the time
   */
  default void submitted(Job<?> job, long nanos) {}

  /**
   * A job is given to its lane; it may have to wait there for earlier jobs.
   *
   * @param job the job
   * @param nanos the time
   */
  default void issued(Job<?> job, long nanos) {}

  /**
   * A job has ended, successfully or not.
   *
   * @param job the job
   * @param nanos when its lane reported the end, which the executor may notice later: calls for
   *     several lanes may be in another order
   */
  default void completed(Job<?> job, long nanos) {}
}
