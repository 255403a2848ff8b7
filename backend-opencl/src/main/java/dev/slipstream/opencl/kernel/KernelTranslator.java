package dev.slipstream.opencl.kernel;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceException;

/** Translates kernel classes to OpenCL C. Thread-safe. */
@FunctionalInterface
public interface KernelTranslator {
  /**
   * The kernel's text.
   *
   * @throws DeviceException if OpenCL C cannot express the kernel; the message gives the reason
   */
  KernelText translate(RangeKernel kernel) throws DeviceException;

  /**
   * The text of the same kernel for arrays whose buffers need not begin with their first elements.
   *
   * @throws DeviceException if there is none
   */
  default KernelText translateForParts(RangeKernel kernel) throws DeviceException {
    throw new DeviceException("kernels take whole arrays only");
  }
}
