package dev.slipstream.runtime.eager;

import dev.slipstream.runtime.device.DeviceException;
import java.io.Serial;

/** An attempt to launch that failed. Stays inside this package. */
final class LaunchFailure extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean stored;

  /**
   * @param stored whether host arrays may hold results
   */
  LaunchFailure(Throwable cause, boolean stored) {
    super(cause);
    this.stored = stored;
  }

  /** Whether memory ran out while all host arrays were as before. */
  boolean worthTryingAgain() {
    return !stored && getCause() instanceof DeviceException cause && cause.isOutOfMemory();
  }

  /** The failure as the runtime gets it. */
  DeviceException describe(String device) {
    Throwable cause = getCause() == null ? this : getCause();
    if (cause instanceof DeviceException violated && violated.violation() != 0) {
      return violated;
    }
    String what = "The launch on " + device + " failed: " + cause.getMessage();
    return stored
        ? DeviceException.afterPartialResults(what + "; some results had been stored", cause)
        : new DeviceException(what, cause);
  }
}
