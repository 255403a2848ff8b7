package dev.slipstream.agent.ranks;

import java.io.Serial;

/** Thrown when a run cannot be started. The message says why, and what the user can do. */
final class LaunchException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** The exit status for wrong arguments. */
  static final int USAGE = 2;

  private final int status;

  private LaunchException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Returns an exception for wrong arguments. */
  static LaunchException usage(String message) {
    return new LaunchException(USAGE, message);
  }

  /** Returns an exception for something that the run needs and does not find. */
  static LaunchException missing(String message) {
    return new LaunchException(1, message);
  }

  /** The exit status of the launcher. */
  int status() {
    return status;
  }
}
