package dev.slipstream.runtime.device;

import java.io.Serial;

/** A device does nothing any more since it was given back, as all are when the JVM ends. */
public final class DeviceClosedException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param device what messages call the device
   */
  public DeviceClosedException(String device) {
    super(device + " has been closed");
  }
}
