package dev.slipstream.runtime.device;

/** A piece of a device's memory, compared by identity or handle, not by contents. */
public interface DeviceBuffer {
  /** Its size in bytes, at least what was requested. */
  long bytes();
}
