package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.device.DeviceException;
import java.io.Serial;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;
import org.lwjgl.opencl.CL12;
import org.lwjgl.opencl.KHRICD;

/** Thrown when an OpenCL call returns an error code. Stays inside this module. */
public final class ClException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  private static final int NVIDIA_FAULT = -9999;

  /** Codes from here to 0 describe the execution of a call; other codes its arguments. */
  private static final int LAST_STATUS = CL11.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

  /** Constants that are no error codes. */
  private static final Set<String> STATUSES =
      Set.of("CL_BUILD_NONE", "CL_BUILD_ERROR", "CL_BUILD_IN_PROGRESS");

  private final int code;

  /**
   * @param call the OpenCL function that failed, {@code clCreateBuffer}
   * @param code its error code, negative
   */
  public ClException(String call, int code) {
    super(call + " returned " + name(code));
    this.code = code;
  }

  /** The error code, one of the {@code CL_…} constants. */
  public int code() {
    return code;
  }

  /** Whether memory ran out, on the device or in its driver. */
  @Override
  public boolean isOutOfMemory() {
    return code == CL10.CL_MEM_OBJECT_ALLOCATION_FAILURE
        || code == CL10.CL_OUT_OF_RESOURCES
        || code == CL10.CL_OUT_OF_HOST_MEMORY;
  }

  @Override
  public boolean isTransient() {
    return code >= LAST_STATUS;
  }

  /** The name of an error code, or the number itself for codes of a single vendor. */
  private static String name(int code) {
    if (code == NVIDIA_FAULT) {
      return "a memory fault in the kernel (NVIDIA's code " + code + ")";
    }
    try {
      for (Class<?> constants : List.of(CL10.class, CL11.class, CL12.class, KHRICD.class)) {
        for (Field field : constants.getFields()) {
          if (field.getType() == int.class
              && field.getInt(null) == code
              && !STATUSES.contains(field.getName())) {
            return field.getName();
          }
        }
      }
    } catch (IllegalAccessException hidden) {
      return "the code " + code;
    }
    return "the unknown code " + code;
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
