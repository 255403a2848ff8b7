package dev.slipstream.runtime.device;

import dev.slipstream.runtime.kernel.Launch;

/** A kernel that is ready to run on one device. May be launched from any thread. */
public interface PreparedKernel {

  /**
   * Runs all iterations and returns when the results are in the host arrays.
   *
   * @throws DeviceException if the launch failed; see {@link DeviceException#hostArraysChanged()}
   */
  LaunchResult launch(Launch launch) throws DeviceException;
}
