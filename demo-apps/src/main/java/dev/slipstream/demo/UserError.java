package dev.slipstream.demo;

/** A command line or a file that a program cannot work with; the message says what to do. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1;

  UserError(String message) {
    super(message);
  }

  UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
