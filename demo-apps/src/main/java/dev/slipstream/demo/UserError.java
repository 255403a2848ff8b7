package dev.slipstream.demo;

/** Thrown for a command line or a file that a program cannot use; the message says what to do. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1;

  UserError(String message) {
    super(message);
  }

  UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
