package dev.slipstream.runtime.execution;

import java.util.Optional;

/**
 * Listens to what becomes of each job, for traces. It is called on the executor thread and should
 * only note what it is told; it must not throw, since that would end the run. All times are
 * nanoseconds of the executor's {@link Ticker}.
 */
public interface TraceSink {
  /** Does nothing. */
  TraceSink OFF =
      new TraceSink() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void submitted(Job<?> job, long nanos) {
          // No one listens.
        }

        @Override
        public void issued(Assignment<?> assignment, long nanos) {
          // No one listens.
        }

        @Override
        public void completed(Job<?> job, Optional<Lane> lane, long nanos) {
          // No one listens.
        }
      };

  /** Whether to call the other methods at all. Asked once, when the executor starts. */
  default boolean isOn() {
    return true;
  }

  /**
   * Returns a sink that tells two.
   *
   * @param other is told after this one
   * @return the sink of both; one of them if the other is off
   */
  default TraceSink and(TraceSink other) {
    return !isOn() ? other : !other.isOn() ? this : new TwoSinks(this, other);
  }

  /**
   * The executor has got a job.
   *
   * @param job the job
   * @param nanos the time
   */
  void submitted(Job<?> job, long nanos);

  /**
   * A job is given to its lane; it may have to wait there for those before it.
   *
   * @param assignment the job and its lane
   * @param nanos the time
   */
  void issued(Assignment<?> assignment, long nanos);

  /**
   * A job has ended, well or not.
   *
   * @param job the job
   * @param lane where it ran; empty if it needed no lane
   * @param nanos when its lane told of it, which the executor may hear later: calls for several
   *     lanes may come in another order
   */
  void completed(Job<?> job, Optional<Lane> lane, long nanos);
}
