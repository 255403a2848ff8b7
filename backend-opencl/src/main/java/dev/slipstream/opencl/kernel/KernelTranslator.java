package dev.slipstream.opencl.kernel;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.kernel.RangeKernel;

/** Turns kernel classes into OpenCL C. Thread-safe. */
@FunctionalInterface
public interface KernelTranslator {
  /**
   * The kernel's text.
   *
   * @throws DeviceException if OpenCL C cannot express the kernel; the message says what
   */
  KernelText translate(RangeKernel kernel) throws DeviceException;
}
