package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.runtime.device.DeviceException;

/** Runs what a device refuses to run. */
@FunctionalInterface
public interface OnHost {
  /**
   * Runs iterations on the host, between what was enqueued before and what will be.
   *
   * @param launch the iterations, and the program's arguments
   * @param refusal what the device said
   * @throws ClException if the device does not give its memory away either
   * @throws DeviceException if the host cannot run them
   */
  void run(Launch launch, Exception refusal) throws ClException, DeviceException;
}
