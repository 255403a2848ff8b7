package dev.slipstream.runtime.device;

import java.io.Serial;

/** Reports that a device was closed, as all devices are when the JVM ends. */
public final class DeviceClosedException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param device the name of the device in messages
   */
  public DeviceClosedException(String device) {
    super(device + " has been closed");
  }
}
