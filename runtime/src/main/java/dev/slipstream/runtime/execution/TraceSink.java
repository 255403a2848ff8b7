package dev.slipstream.runtime.execution;

/**
 * Listens to what becomes of each job, for traces. It is called on the executor thread and should
 * only note what it is told. All times are nanoseconds of the executor's {@link Ticker}.
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

  /** Whether to call the other methods at all. Asked once, when the executor starts. */
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
   * A job is given to its lane; it may have to wait there for those before it.
   *
   * @param job the job
   * @param nanos the time
   */
  default void issued(Job<?> job, long nanos) {}

  /**
   * A job has ended, well or not.
   *
   * @param job the job
   * @param nanos when its lane told of it, which the executor may hear later: calls for several
   *     lanes may come in another order
   */
  default void completed(Job<?> job, long nanos) {}
}
