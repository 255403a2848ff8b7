package uk.ac.manchester.tornado.api.enums;

/** The types of devices. */
public enum TornadoDeviceType {
  CPU,
  GPU
}
