package dev.slipstream.runtime.eager;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import java.util.List;

/** Rejects launches that cannot fit a device, before anything is copied. */
final class MemoryLimits {
  private static final long MIB = 1L << 20;

  private MemoryLimits() {}

  /**
   * Checks the arrays of one launch.
   *
   * @throws DeviceException if one of them, or all together, are too large for the device
   */
  static void check(Device device, List<ArrayUse> arrays) throws DeviceException {
    long sum = 0;
    for (ArrayUse use : arrays) {
      if (!use.accessed()) {
        continue;
      }
      if (use.bytes() > device.largestArrayBytes()) {
        throw new DeviceException(
            "An array of %,d MiB is larger than the largest buffer of %s (%,d MiB)"
                .formatted(
                    use.bytes() / MIB, device.description(), device.largestArrayBytes() / MIB));
      }
      sum += use.bytes();
    }
    if (sum > device.memoryBytes()) {
      throw new DeviceException(
          "The arrays need %,d MiB, more than the memory of %s (%,d MiB)"
              .formatted(sum / MIB, device.description(), device.memoryBytes() / MIB));
    }
  }
}
