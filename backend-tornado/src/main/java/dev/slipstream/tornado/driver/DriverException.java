package dev.slipstream.tornado.driver;

/** A device's driver did not do what it was asked for. */
public final class DriverException extends Exception {
  private static final long serialVersionUID = 1L;

  DriverException(String message) {
    super(message);
  }
}
