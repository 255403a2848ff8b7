package uk.ac.manchester.tornado.api.enums;

/** What a device is. */
public enum TornadoDeviceType {
  CPU,
  GPU
}
