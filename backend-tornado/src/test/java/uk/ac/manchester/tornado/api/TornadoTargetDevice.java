package uk.ac.manchester.tornado.api;

/** What a device is. */
public interface TornadoTargetDevice {
  String getDeviceName();

  long getDeviceGlobalMemorySize();

  long getDeviceMaxAllocationSize();
}
