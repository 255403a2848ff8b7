package dev.slipstream.demo.runner;

/** Thrown when a comparison cannot be made; the message is for the user. */
final class RunnerException extends Exception {
  private static final long serialVersionUID = 1;

  RunnerException(String message) {
    super(message);
  }

  RunnerException(String message, Throwable cause) {
    super(message, cause);
  }
}
