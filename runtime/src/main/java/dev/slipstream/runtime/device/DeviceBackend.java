package dev.slipstream.runtime.device;

import java.time.Duration;
import java.util.List;

/**
 * Brings devices of one kind. Found through {@link java.util.ServiceLoader}; an implementation has
 * a public constructor without parameters.
 */
public interface DeviceBackend {

  /** The kind of device, the first part of {@link Device#id()}: {@code opencl}. */
  String name();

  /**
   * Opens the devices that are there, best first; an empty list if there is none.
   *
   * @throws DeviceException if the driver is there but does not work; the message says why and what
   *     to do
   */
  List<Device> open() throws DeviceException;

  /**
   * Opens the devices like {@link #open()}, and lets them use what the runtime offers. A backend
   * that needs none of it leaves this method as it is.
   *
   * @throws DeviceException like {@link #open()}
   */
  default List<Device> open(DeviceEnvironment environment) throws DeviceException {
    return open();
  }

  /**
   * How long the program's loops take on all cores before it is worth opening these devices where
   * nobody has asked for them: a part of what opening them and building a kernel takes, 0 where
   * that is nothing. Opens nothing.
   */
  default Duration worthOpeningAfter() {
    return Duration.ZERO;
  }

  /** What {@code doctor} says about this kind of device: one finding per driver or device. */
  List<Finding> diagnose();
}
