package dev.slipstream.demo.runner;

/** Why a comparison could not be made; the message is for the user. */
final class RunnerException extends Exception {
  private static final long serialVersionUID = 1;

  RunnerException(String message) {
    super(message);
  }

  RunnerException(String message, Throwable cause) {
    super(message, cause);
  }
}
