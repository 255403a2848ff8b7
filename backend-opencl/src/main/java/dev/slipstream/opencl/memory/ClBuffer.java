package dev.slipstream.opencl.memory;

import dev.slipstream.runtime.device.DeviceBuffer;

/**
 * A buffer on the device.
 *
 * @param handle its {@code cl_mem}; 0 for no buffer
 * @param bytes its size
 */
public record ClBuffer(long handle, long bytes) implements DeviceBuffer {
  /** No buffer. */
  public static final ClBuffer NONE = new ClBuffer(0, 0);
}
