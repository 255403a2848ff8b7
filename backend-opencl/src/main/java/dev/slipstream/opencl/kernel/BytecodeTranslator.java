package dev.slipstream.opencl.kernel;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.kernel.RangeKernel;

/** TEMP. */
public final class BytecodeTranslator implements KernelTranslator {
  @Override
  public KernelText translate(RangeKernel kernel) throws DeviceException {
    throw new DeviceException("not merged");
  }
}
