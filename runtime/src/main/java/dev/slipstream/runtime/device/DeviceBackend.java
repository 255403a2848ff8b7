package dev.slipstream.runtime.device;

import java.time.Duration;
import java.util.List;

/**
 * Opens devices of one kind. Found through {@link java.util.ServiceLoader}; an implementation has a
 * public constructor without parameters.
 */
public interface DeviceBackend {

  /** The kind of device, the first part of {@link Device#id()}: {@code opencl}. */
  String name();

  /**
   * Opens the available devices, best first; an empty list if there are none.
   *
   * @throws DeviceException if the driver is installed but does not work; the message says why and
   *     what to do
   */
  List<Device> open() throws DeviceException;

  /**
   * Opens the devices like {@link #open()}, with what the runtime offers. A backend that needs none
   * of it need not override this method.
   *
   * @throws DeviceException like {@link #open()}
   */
  default List<Device> open(DeviceEnvironment environment) throws DeviceException {
    return open();
  }

  /**
   * How long the program's loops take on all cores before it pays to open these devices without the
   * user's choice. This is a part of the time to open them and build a kernel; 0 if that is
   * negligible. Opens nothing.
   *
   * @param cores on how many cores the program runs
   */
  default Duration worthOpeningAfter(int cores) {
    return Duration.ZERO;
  }

  /** The findings of {@code doctor} about this kind of device: one per driver or device. */
  List<Finding> diagnose();
}
