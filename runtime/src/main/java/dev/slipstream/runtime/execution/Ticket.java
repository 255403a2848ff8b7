package dev.slipstream.runtime.execution;

/**
 * By this a lane tells that a job has ended. Each job has its own; one of {@link #completed},
 * {@link #completedBeforeNext} and {@link #failed} is called once, from any thread, also from
 * within {@link LaneBackend#start}. No method blocks, allocates or throws, so that they work also
 * where memory or the stack have run out.
 */
public interface Ticket {
  /**
   * The job is over; what it wrote is visible to whoever it is reported to.
   *
   * @return false if its end was told already, and nothing was done
   */
  boolean completed();

  /**
   * The job is over, and the lane goes on with another one, whose end it will tell: whoever does
   * not wait for this one may hear of it then.
   *
   * @param nanosAgo how long ago it ended, 0 or more; of jobs that run together, nobody knows it
   *     exactly
   * @return as {@link #completed}
   */
  default boolean completedBeforeNext(long nanosAgo) {
    return completed();
  }

  /**
   * The job has failed, or was not started because the lane was cancelled or a job before it on the
   * lane has failed.
   *
   * @param cause why
   * @return false if its end was told already, and nothing was done
   */
  boolean failed(Throwable cause);
}
