package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.OwnLanes;

/** Finds the lanes of devices. */
public final class LanesOf {
  private LanesOf() {}

  /**
   * Opens a device.
   *
   * @param fallback hears which kernels the host ran instead
   * @param store gives host memory, if this is the only device of its node
   * @throws DeviceException if it cannot be opened
   */
  public static DeviceLanes device(Device device, KernelFallback fallback, MemoryStore store)
      throws DeviceException {
    return device instanceof OwnLanes own
        ? own.lanes(fallback, store)
        : new MemoryLanes(device, fallback, store);
  }
}
