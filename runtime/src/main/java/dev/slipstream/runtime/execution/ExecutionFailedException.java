package dev.slipstream.runtime.execution;

import java.io.Serial;

/**
 * Reports to a waiting thread that the run has ended before the awaited job was complete. The
 * message names the job that failed, its lane and the reason; the cause is what the job has thrown.
 * Each waiting thread gets its own exception with the same cause.
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
   * @param place the job that failed, and its lane; empty if no job failed
   * @see #ExecutionFailedException(String, Throwable, boolean)
   */
  ExecutionFailedException(String message, Throwable cause, boolean mayStillWrite, String place) {
    super(message, cause);
    this.reason = cause;
    this.mayStillWrite = mayStillWrite;
    this.place = place;
  }

  /** The job that failed, and its lane; empty if no job failed. */
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
