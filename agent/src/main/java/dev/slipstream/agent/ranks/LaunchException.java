package dev.slipstream.agent.ranks;

import java.io.Serial;

/** A run cannot be started. The message says why, and what the user can do. */
final class LaunchException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** The exit status for arguments that are wrong. */
  static final int USAGE = 2;

  private final int status;

  private LaunchException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The arguments are wrong. */
  static LaunchException usage(String message) {
    return new LaunchException(USAGE, message);
  }

  /** Something that the run needs is not there. */
  static LaunchException missing(String message) {
    return new LaunchException(1, message);
  }

  /** The exit status of the launcher. */
  int status() {
    return status;
  }
}
