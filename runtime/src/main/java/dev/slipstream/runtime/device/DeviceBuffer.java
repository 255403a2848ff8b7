package dev.slipstream.runtime.device;

/** A stretch of a device's memory. Told apart by identity or handle, whatever it holds. */
public interface DeviceBuffer {
  /** How many bytes it has room for, at least as many as were wanted. */
  long bytes();
}
