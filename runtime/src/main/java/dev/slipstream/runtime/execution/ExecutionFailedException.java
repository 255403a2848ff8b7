package dev.slipstream.runtime.execution;

import java.io.Serial;

/**
 * Says that the run has ended before what somebody waits for was complete. The message names the
 * job that failed, its lane and the reason; the cause is what the job has thrown. Each thread that
 * waits gets one of its own with the same cause.
 */
public final class ExecutionFailedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final Throwable reason;
  private final boolean mayStillWrite;
  private final String place;

  /**
   * Creates the exception.
   *
   * @param message what happened
   * @param cause what the job has thrown
   * @param mayStillWrite whether jobs were abandoned that may still write to the program's arrays
   */
  public ExecutionFailedException(String message, Throwable cause, boolean mayStillWrite) {
    this(message, cause, mayStillWrite, "");
  }

  /**
   * Creates the exception.
   *
   * @param place which job failed, and on which lane; empty if it was none
   * @see #ExecutionFailedException(String, Throwable, boolean)
   */
  ExecutionFailedException(String message, Throwable cause, boolean mayStillWrite, String place) {
    super(message, cause);
    this.reason = cause;
    this.mayStillWrite = mayStillWrite;
    this.place = place;
  }

  /** Which job failed, and on which lane; empty if it was none. */
  public String place() {
    return place;
  }

  /** What the job has thrown. */
  public Throwable reason() {
    return reason;
  }

  /** Whether jobs were abandoned that may still write to the program's arrays. */
  public boolean mayStillWrite() {
    return mayStillWrite;
  }
}
