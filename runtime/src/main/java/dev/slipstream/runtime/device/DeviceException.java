package dev.slipstream.runtime.device;

import java.io.Serial;

/**
 * Reports that a device has failed. The message says what happened and what the user can do about
 * it, without naming the loop: the caller adds that.
 */
public class DeviceException extends Exception {
  /** The number of a violation that the kernel itself has reported as an exception. */
  public static final int UNNAMED_VIOLATION = -1;

  @Serial private static final long serialVersionUID = 1L;

  private final boolean hostArraysChanged;
  private final int violation;
  private final boolean refused;

  /** Creates a failure that left every host array as it was, so that the loop can run elsewhere. */
  public DeviceException(String message) {
    super(message);
    this.hostArraysChanged = false;
    this.violation = 0;
    this.refused = false;
  }

  /** Creates a failure with a cause that left every host array as it was. */
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

  /** Creates a failure after which some host arrays contain part of the results. */
  public static DeviceException afterPartialResults(String message, Throwable cause) {
    return new DeviceException(message, cause, /* hostArraysChanged= */ true, /* refused= */ false);
  }

  /**
   * Creates a refusal at a launch: a device that compiles kernels when they are launched cannot
   * compile this one, and never will. Every host array is as it was.
   */
  public static DeviceException refusedAtLaunch(String message, Throwable cause) {
    return new DeviceException(message, cause, /* hostArraysChanged= */ false, /* refused= */ true);
  }

  /**
   * Creates the report of a kernel that checks itself, and has found that an iteration would throw.
   * The device has not failed; every host array is as it was.
   *
   * @param number the number that the kernel left, not 0
   */
  public static DeviceException violated(int number) {
    return new DeviceException(number);
  }

  /** The number of the violation that the kernel has found; 0 if this is another failure. */
  public final int violation() {
    return violation;
  }

  /** Whether memory ran out, so that freeing some may help. */
  public boolean isOutOfMemory() {
    return false;
  }

  /**
   * Whether the same call may succeed later. The caller has to ensure that a repetition is
   * harmless: the call may have taken effect despite the failure.
   */
  public boolean isTransient() {
    return false;
  }

  /** Whether the device will never run the kernel, so that it need not be tried again. */
  public boolean isRefusal() {
    return refused;
  }

  /** Whether host arrays may have been changed, so that running the loop again may be wrong. */
  public final boolean hostArraysChanged() {
    return hostArraysChanged;
  }
}
