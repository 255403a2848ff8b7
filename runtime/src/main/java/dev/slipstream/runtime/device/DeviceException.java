package dev.slipstream.runtime.device;

import java.io.Serial;

/**
 * A device could not do what it was asked to. The message says what happened and what the user can
 * do about it, without naming the loop: the caller adds that.
 */
public final class DeviceException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean hostArraysChanged;

  /** A failure that left every host array as it was, so that the loop can run elsewhere. */
  public DeviceException(String message) {
    super(message);
    this.hostArraysChanged = false;
  }

  /** A failure with a cause that left every host array as it was. */
  public DeviceException(String message, Throwable cause) {
    super(message, cause);
    this.hostArraysChanged = false;
  }

  private DeviceException(String message, Throwable cause, boolean hostArraysChanged) {
    super(message, cause);
    this.hostArraysChanged = hostArraysChanged;
  }

  /** A failure after which some host arrays hold part of the results. */
  public static DeviceException afterPartialResults(String message, Throwable cause) {
    return new DeviceException(message, cause, true);
  }

  /** Whether host arrays may have been changed, so that running the loop again may be wrong. */
  public boolean hostArraysChanged() {
    return hostArraysChanged;
  }
}
