package dev.slipstream.runtime.device;

import java.io.Serial;

/**
 * A device could not do what it was asked to. The message says what happened and what the user can
 * do about it, without naming the loop: the caller adds that.
 */
public class DeviceException extends Exception {
  /** The number of a violation that shows in an exception of the kernel itself. */
  public static final int UNNAMED_VIOLATION = -1;

  @Serial private static final long serialVersionUID = 1L;

  private final boolean hostArraysChanged;
  private final int violation;
  private final boolean refused;

  /** A failure that left every host array as it was, so that the loop can run elsewhere. */
  public DeviceException(String message) {
    super(message);
    this.hostArraysChanged = false;
    this.violation = 0;
    this.refused = false;
  }

  /** A failure with a cause that left every host array as it was. */
  public DeviceException(String message, Throwable cause) {
    this(message, cause, /* hostArraysChanged= */ false, /* refused= */ false);
  }

  private DeviceException(
      String message, Throwable cause, boolean hostArraysChanged, boolean refused) {
    super(message, cause);
    this.hostArraysChanged = hostArraysChanged;
    this.violation = 0;
    this.refused = refused;
  }

  private DeviceException(int violation) {
    super("an iteration would throw an exception");
    this.hostArraysChanged = false;
    this.violation = violation;
    this.refused = false;
  }

  /** A failure after which some host arrays hold part of the results. */
  public static DeviceException afterPartialResults(String message, Throwable cause) {
    return new DeviceException(message, cause, /* hostArraysChanged= */ true, /* refused= */ false);
  }

  /**
   * A device that compiles kernels when they are launched cannot compile this one, and never will.
   * Every host array is as it was.
   */
  public static DeviceException refusedAtLaunch(String message, Throwable cause) {
    return new DeviceException(message, cause, /* hostArraysChanged= */ false, /* refused= */ true);
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
  public final int violation() {
    return violation;
  }

  /** Whether memory ran out, so that it may help to free some. */
  public boolean isOutOfMemory() {
    return false;
  }

  /**
   * Whether the same may succeed if it is tried again. Whoever does so sees to it that it does no
   * harm: it may have been done in spite of the failure.
   */
  public boolean isTransient() {
    return false;
  }

  /** Whether the device will never run the kernel, so that it need not be asked again. */
  public boolean isRefusal() {
    return refused;
  }

  /** Whether host arrays may have been changed, so that running the loop again may be wrong. */
  public final boolean hostArraysChanged() {
    return hostArraysChanged;
  }
}
