package dev.slipstream.opencl.kernel;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.runtime.device.DeviceException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a device can compute a kernel's results bit for bit as Java does, and with which
 * build options.
 */
final class DeviceNeeds {
  private DeviceNeeds() {}

  /**
   * The build options that {@code kernel} needs on {@code device}.
   *
   * @throws DeviceException if the device lacks what the kernel needs
   */
  static String buildOptions(KernelText kernel, DeviceFacts device) throws DeviceException {
    List<String> options = new ArrayList<>();
    options.add("-cl-std=CL1.2");
    if (kernel.usesDouble() && !device.doubles()) {
      throw lacks(device, "does not compute in double precision (cl_khr_fp64)");
    }
    if (kernel.usesByteStores() && !device.byteStores()) {
      throw lacks(device, "cannot store single bytes (cl_khr_byte_addressable_store)");
    }
    if (kernel.privateBytes() > device.privateBytes()) {
      throw new DeviceException(
          device.name()
              + " can keep "
              + device.privateBytes() / 1024
              + " KiB of new arrays in each iteration, and the loop creates "
              + kernel.privateBytes()
              + " bytes of them");
    }
    if (kernel.fastMath()) {
      options.add("-cl-mad-enable");
    } else if (kernel.usesFloat()) {
      if (!device.floatDenormals()) {
        throw lacks(device, "rounds small floats to zero (no CL_FP_DENORM)");
      }
      if (device.correctFloatDivision()) {
        options.add("-cl-fp32-correctly-rounded-divide-sqrt");
      } else if (device.doubles()) {
        options.add("-DSLIP_FLOAT_VIA_DOUBLE");
      } else {
        throw lacks(
            device,
            "neither divides floats with correct rounding"
                + " (CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) nor computes in double precision");
      }
    }
    return String.join(" ", options);
  }

  private static DeviceException lacks(DeviceFacts device, String what) {
    return new DeviceException(
        device.name()
            + " "
            + what
            + ", so results would differ from Java's; choose another device with slipstream.device");
  }
}
