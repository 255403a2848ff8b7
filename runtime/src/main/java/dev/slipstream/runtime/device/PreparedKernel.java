package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.Launch;
import java.util.Optional;

/**
 * A kernel that is ready to run on one device: in a {@linkplain DeviceQueue queue} of it, or, if it
 * is a {@link HostKernel}, on the program's arrays.
 */
public interface PreparedKernel {
  /**
   * Says why the device cannot run a launch, where it can run others.
   *
   * @return empty if nothing is known against it
   */
  default Optional<String> obstacle(Launch launch) {
    return Optional.empty();
  }
}
