package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.PreparedKernel;
import java.util.Optional;

/**
 * A kernel that a device cannot prepare, where nobody can be told to run it elsewhere: the host
 * runs it at its place.
 *
 * @param reason what the device said
 */
public record UnpreparedKernel(String reason) implements PreparedKernel {
  @Override
  public Optional<String> obstacle(Launch launch) {
    return Optional.of(reason);
  }
}
