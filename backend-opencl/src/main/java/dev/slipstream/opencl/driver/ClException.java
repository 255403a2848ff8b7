package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.device.DeviceException;
import java.io.Serial;

/** An OpenCL call that returned an error code. Stays inside this module. */
public final class ClException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  private final int code;

  /**
   * @param call the OpenCL function that failed, {@code clCreateBuffer}
   * @param code its error code, negative
   */
  public ClException(String call, int code) {
    super(call + " returned " + ErrorCodes.name(code));
    this.code = code;
  }

  /** The error code, one of the {@code CL_…} constants. */
  public int code() {
    return code;
  }

  /** Whether memory ran out, on the device or in its driver. */
  @Override
  public boolean isOutOfMemory() {
    return ErrorCodes.outOfMemory(code);
  }

  /**
   * Turns an error code into an exception.
   *
   * @throws ClException if {@code code} is not 0
   */
  public static void check(String call, int code) throws ClException {
    if (code != 0) {
      throw new ClException(call, code);
    }
  }
}
