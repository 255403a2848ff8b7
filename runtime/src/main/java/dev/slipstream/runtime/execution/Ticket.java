package dev.slipstream.runtime.execution;

/**
 * By this a lane tells that a job has ended. Each job has its own; one of the methods is called
 * once, from any thread, also from within {@link LaneBackend#start}. Both never block, allocate or
 * throw, so that they work also where memory or the stack have run out.
 */
public interface Ticket {
  /**
   * The job is over; what it wrote is visible to whoever it is reported to.
   *
   * @return false if its end was told already, and nothing was done
   */
  boolean completed();

  /**
   * The job has failed, or was not started because the lane was cancelled or a job before it on the
   * lane has failed.
   *
   * @param cause why
   * @return false if its end was told already, and nothing was done
   */
  boolean failed(Throwable cause);
}
