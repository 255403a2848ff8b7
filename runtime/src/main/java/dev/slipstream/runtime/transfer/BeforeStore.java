package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;

/** Called before results are stored to host arrays, from any copying thread, maybe often. */
@FunctionalInterface
public interface BeforeStore {
  /**
   * Returns once results may be stored.
   *
   * @throws DeviceException if there are no valid results
   */
  void run() throws DeviceException;
}
