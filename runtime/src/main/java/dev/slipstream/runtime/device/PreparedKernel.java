package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.Launch;
import java.util.Optional;

/**
 * A kernel that is ready to run on one device: in one of its {@linkplain DeviceQueue queues}, or,
 * if it is a {@link HostKernel}, on the program's arrays.
 */
public interface PreparedKernel {
  /**
   * Returns why the device cannot run a certain launch of the kernel.
   *
   * @return empty if no reason is known
   */
  default Optional<String> obstacle(Launch launch) {
    return Optional.empty();
  }
}
