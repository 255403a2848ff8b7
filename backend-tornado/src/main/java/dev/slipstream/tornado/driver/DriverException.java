package dev.slipstream.tornado.driver;

/** Thrown when a call of a device's driver fails. */
public final class DriverException extends Exception {
  private static final long serialVersionUID = 1L;

  DriverException(String message) {
    super(message);
  }
}
