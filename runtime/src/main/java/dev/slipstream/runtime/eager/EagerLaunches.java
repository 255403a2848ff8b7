package dev.slipstream.runtime.eager;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Launches on one device that the program waits for, with arrays that are copied there and back.
 * Each device is opened for the first of them. Thread-safe.
 */
public final class EagerLaunches {
  private final Device device;
  private @Nullable EagerSession session;

  /** Launches on a device, which closes what they need when it is closed itself. */
  public EagerLaunches(Device device) {
    this.device = device;
  }

  /**
   * A kernel that can be launched on the program's arrays.
   *
   * @param kernel prepared by the device
   * @param source what it was prepared from
   */
  public HostKernel of(PreparedKernel kernel, RangeKernel source) {
    return kernel instanceof HostKernel host ? host : new Copying(kernel, source);
  }

  private synchronized EagerSession session() throws DeviceException {
    EagerSession open = session;
    if (open == null) {
      open = new EagerSession(device);
      session = open;
    }
    return open;
  }

  /** A kernel whose arrays are copied. */
  private final class Copying implements HostKernel {
    private final PreparedKernel kernel;
    private final RangeKernel source;

    Copying(PreparedKernel kernel, RangeKernel source) {
      this.kernel = kernel;
      this.source = source;
    }

    @Override
    public LaunchResult launch(Launch launch) throws DeviceException {
      Optional<String> obstacle = kernel.obstacle(launch);
      if (obstacle.isPresent()) {
        throw new DeviceException(obstacle.get());
      }
      return session().launch(kernel, source, launch);
    }
  }
}
