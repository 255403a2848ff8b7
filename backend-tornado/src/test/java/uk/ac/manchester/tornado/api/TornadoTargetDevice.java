package uk.ac.manchester.tornado.api;

/** The properties of a device. */
public interface TornadoTargetDevice {
  String getDeviceName();

  long getDeviceGlobalMemorySize();

  long getDeviceMaxAllocationSize();
}
