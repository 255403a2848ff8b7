package uk.ac.manchester.tornado.api.common;

import uk.ac.manchester.tornado.api.TornadoTargetDevice;

/** A device. */
public interface TornadoDevice {
  String getDeviceName();

  String getPlatformName();

  TornadoTargetDevice getPhysicalDevice();
}
