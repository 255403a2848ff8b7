package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import java.util.List;

/**
 * Memory of a device that copies elements of arrays by itself, since it knows a better way than
 * through pinned memory.
 */
public interface ArrayCopier {
  /** Copies elements of arrays to the device, and waits for the end. */
  void upload(List<ArrayPart> parts) throws DeviceException;

  /**
   * Copies elements of arrays from the device, and waits for the end.
   *
   * @throws DeviceException if that fails; a part of the arrays may have changed
   */
  void download(List<ArrayPart> parts) throws DeviceException;
}
