package dev.slipstream.opencl.memory;

/**
 * A buffer on the device.
 *
 * @param handle its {@code cl_mem}; 0 for no buffer
 * @param bytes its size
 */
public record DeviceBuffer(long handle, long bytes) {
  /** No buffer: what an array gets whose elements a kernel does not touch. */
  public static final DeviceBuffer NONE = new DeviceBuffer(0, 0);
}
