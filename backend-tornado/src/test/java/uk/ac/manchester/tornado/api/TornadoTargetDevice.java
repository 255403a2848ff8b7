package uk.ac.manchester.tornado.api;

/** A device as its driver names it. */
public interface TornadoTargetDevice {
  String getDeviceName();
}
