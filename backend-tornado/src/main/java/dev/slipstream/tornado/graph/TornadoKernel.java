package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import dev.slipstream.tornado.launch.Refusal;
import dev.slipstream.tornado.launch.StagedLaunch;
import java.util.Optional;

/**
 * A kernel that was given to TornadoVM, which compiles it when it runs first.
 *
 * @param generated how it takes its arguments
 * @param refusal whether TornadoVM refuses it
 * @param staged the kernel on the program's arrays, in plans of TornadoVM's that copy them in the
 *     same execution
 * @param resident the kernel on arrays that stay; empty if this TornadoVM does not keep them
 */
public record TornadoKernel(
    GeneratedKernel generated,
    Refusal refusal,
    HostKernel staged,
    Optional<ResidentKernel> resident)
    implements HostKernel {
  @Override
  public LaunchResult launch(Launch launch) throws DeviceException {
    return staged.launch(launch);
  }

  @Override
  public Optional<String> obstacle(Launch launch) {
    if (resident.isEmpty()) {
      return Optional.of("this TornadoVM keeps no arrays");
    }
    return refusal
        .reason()
        .map(reason -> String.valueOf(reason.getMessage()))
        .or(() -> StagedLaunch.obstacle(generated, launch));
  }
}
