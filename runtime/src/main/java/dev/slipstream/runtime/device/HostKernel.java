package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.Launch;

/** A kernel that is ready to run on the program's arrays. May be launched from any thread. */
public interface HostKernel extends PreparedKernel {

  /**
   * Runs all iterations and returns when the results are in the host arrays.
   *
   * <p>After the first result was written to a host array, an implementation must turn every
   * failure, including errors of the virtual machine, into {@link
   * DeviceException#afterPartialResults}. Anything else that it throws counts as a failure that
   * left the host arrays as they were, and the loop runs again on the host.
   *
   * <p>If the launch is {@linkplain Launch#isChecked() checked} and the kernel left a number, no
   * host array may have changed, and {@link DeviceException#violated} has the number.
   *
   * @throws DeviceException if the launch failed; see {@link DeviceException#hostArraysChanged()}
   */
  LaunchResult launch(Launch launch) throws DeviceException;
}
