package uk.ac.manchester.tornado.api.common;

import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** A device. */
public interface TornadoDevice {
  String getDeviceName();

  String getPlatformName();

  TornadoDeviceType getDeviceType();

  TornadoTargetDevice getPhysicalDevice();
}
