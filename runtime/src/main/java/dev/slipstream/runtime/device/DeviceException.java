package dev.slipstream.runtime.device;

import java.io.Serial;

/**
 * A device could not do what it was asked to. The message says what happened and what the user can
 * do about it, without naming the loop: the caller adds that.
 */
public final class DeviceException extends Exception {
  /** The number of a violation that shows in an exception of the kernel itself. */
  public static final int UNNAMED_VIOLATION = -1;

  @Serial private static final long serialVersionUID = 1L;

  private final boolean hostArraysChanged;
  private final int violation;

  /** A failure that left every host array as it was, so that the loop can run elsewhere. */
  public DeviceException(String message) {
    super(message);
    this.hostArraysChanged = false;
    this.violation = 0;
  }

  /** A failure with a cause that left every host array as it was. */
  public DeviceException(String message, Throwable cause) {
    super(message, cause);
    this.hostArraysChanged = false;
    this.violation = 0;
  }

  private DeviceException(String message, Throwable cause, boolean hostArraysChanged) {
    super(message, cause);
    this.hostArraysChanged = hostArraysChanged;
    this.violation = 0;
  }

  private DeviceException(int violation) {
    super("an iteration would throw an exception");
    this.hostArraysChanged = false;
    this.violation = violation;
  }

  /** A failure after which some host arrays hold part of the results. */
  public static DeviceException afterPartialResults(String message, Throwable cause) {
    return new DeviceException(message, cause, true);
  }

  /**
   * A kernel that checks itself found that an iteration would throw. No fault of the device; every
   * host array is as it was.
   *
   * @param number the number that the kernel left, not 0
   */
  public static DeviceException violated(int number) {
    return new DeviceException(number);
  }

  /** The number of the violation that the kernel found; 0 if this is another failure. */
  public int violation() {
    return violation;
  }

  /** Whether host arrays may have been changed, so that running the loop again may be wrong. */
  public boolean hostArraysChanged() {
    return hostArraysChanged;
  }
}
