package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.runtime.device.DeviceException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Locale;

/**
 * The memory for one scratch array of one launch: a slice for each work item of a command. Only for
 * the launching thread.
 */
final class ScratchBuffer {
  private static final long MIB = 1L << 20;

  /** The share of a device's memory that scratch arrays may use, and the limit in bytes. */
  private static final int SHARE = 8;

  private static final long MOST_BYTES = 2048 * MIB;

  /** With fewer simultaneous work items a device is hardly faster than the host. */
  private static final long LEAST_ITEMS = 1024;

  private final int length;
  private final long bytesPerItem;

  ScratchBuffer(KernelParameter parameter, Object array) {
    this.length = Array.getLength(array);
    this.bytesPerItem = (long) length * parameter.elementBytes();
  }

  /** The number of elements of each work item. */
  int length() {
    return length;
  }

  /** The size in bytes for a number of work items. */
  long bytes(long items) {
    return Math.max(1, bytesPerItem * items);
  }

  /**
   * The number of work items that can run in one command.
   *
   * @param items the number of work items of the launch
   * @throws DeviceException if they are so few that the launch should run elsewhere
   */
  static long mostItems(DeviceFacts device, List<ScratchBuffer> buffers, long items)
      throws DeviceException {
    long each = 0;
    long largest = 0;
    for (ScratchBuffer scratch : buffers) {
      each += scratch.bytesPerItem;
      largest = Math.max(largest, scratch.bytesPerItem);
    }
    if (each == 0) {
      return Long.MAX_VALUE;
    }
    long budget = Math.min(MOST_BYTES, device.globalMemoryBytes() / SHARE);
    long most = Math.min(budget / each, device.maxAllocationBytes() / largest);
    if (most < Math.min(items, LEAST_ITEMS)) {
      throw new DeviceException(
          String.format(
              Locale.ROOT,
              "The scratch arrays of an iteration need %,d KiB, and %s has %,d MiB for those of"
                  + " all",
              (each + 1023) / 1024,
              device.name(),
              budget / MIB));
    }
    return most;
  }
}
