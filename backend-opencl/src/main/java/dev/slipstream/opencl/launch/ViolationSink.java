package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryUtil;

/**
 * Where kernels that check themselves leave the number of a violation, when it is known that they
 * have none: they still keep away from memory that is not theirs if a program without the
 * synchronisation that it needs changes an array at the same time, and then this says so.
 */
final class ViolationSink {
  private final BufferCopies copies;
  private volatile @Nullable DeviceBuffer buffer;
  private volatile boolean armed;

  /** Takes memory of a device, and copies to and from it. */
  interface BufferCopies {
    DeviceBuffer take(long bytes) throws ClException;

    void write(DeviceBuffer to, long offset, long bytes, long address) throws ClException;

    void read(DeviceBuffer from, long offset, long bytes, long address) throws ClException;
  }

  ViolationSink(BufferCopies copies) {
    this.copies = copies;
  }

  /** The memory, which holds a zero as long as there is no violation. By the launching thread. */
  DeviceBuffer buffer() throws ClException {
    DeviceBuffer known = buffer;
    if (known == null) {
      known = copies.take(Integer.BYTES);
      long zero = MemoryUtil.nmemCallocChecked(1, Integer.BYTES);
      try {
        copies.write(known, 0, Integer.BYTES, zero);
      } finally {
        MemoryUtil.nmemFree(zero);
      }
      buffer = known;
    }
    return known;
  }

  /** A kernel was started that may leave something. By the launching thread. */
  void started() {
    armed = true;
  }

  /** Whether kernels were started since this was asked last. By the waiting thread. */
  boolean wasUsed() {
    boolean was = armed;
    if (was) {
      armed = false;
    }
    return was;
  }

  /**
   * Requires that no kernel that has ended has left something. By the waiting thread.
   *
   * @throws DeviceException if one has
   */
  void requireNothing() throws ClException, DeviceException {
    DeviceBuffer known = buffer;
    if (known == null) {
      return;
    }
    long number = MemoryUtil.nmemAllocChecked(Integer.BYTES);
    try {
      copies.read(known, 0, Integer.BYTES, number);
      if (MemoryUtil.memGetInt(number) != 0) {
        throw new DeviceException(
            "a loop met an index or a divisor that was not there when it was inspected: another"
                + " thread changes an array of the loop without synchronisation");
      }
    } finally {
      MemoryUtil.nmemFree(number);
    }
  }

  /** The memory, if there is any; at the end. */
  List<DeviceBuffer> all() {
    DeviceBuffer known = buffer;
    return known == null ? new ArrayList<>() : List.of(known);
  }
}
