package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.RefusedLaunchException;
import java.util.List;
import java.util.Optional;

/**
 * A kernel that a device cannot prepare, on a node that cannot have it run elsewhere: the host runs
 * it at its place.
 *
 * @param reason the device's reason
 */
public record UnpreparedKernel(String reason) implements PreparedKernel {
  /** The exception with which the device refuses to start it. */
  RefusedLaunchException refuse(Launch launch) {
    return new RefusedLaunchException(
        List.of(launch.space()), new DeviceException(reason), /* lasting= */ false);
  }

  @Override
  public Optional<String> obstacle(Launch launch) {
    return Optional.of(reason);
  }
}
