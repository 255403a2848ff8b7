package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.lanes.EagerLaunches;

/**
 * One loop on one device: the kernel is prepared once, and a device that cannot run it, or failed
 * too often, is not asked again. Thread-safe.
 */
final class DeviceBinding {
  private static final int MOST_FAILURES = 3;

  private final Device device;
  private final RangeKernel kernel;
  private final EagerLaunches launches;
  private volatile State state = new Untried();
  private int failures;

  /**
   * @param launches those on the device that the program waits for
   */
  DeviceBinding(Device device, RangeKernel kernel, EagerLaunches launches) {
    this.device = device;
    this.kernel = kernel;
    this.launches = launches;
  }

  /** Whether the device can run the kernel. */
  sealed interface State {}

  /** Nobody has asked yet. */
  record Untried() implements State {}

  /**
   * It can.
   *
   * @param kernel as the device knows it
   * @param eager the same on the program's arrays
   */
  record Ready(PreparedKernel kernel, HostKernel eager) implements State {}

  /** It cannot; the reason begins with the device's id. */
  record Unusable(String reason) implements State {}

  Device device() {
    return device;
  }

  /** Prepares the kernel at the first call. Never throws. */
  State prepare() {
    State known = state;
    if (!(known instanceof Untried)) {
      return known;
    }
    synchronized (this) {
      if (state instanceof Untried) {
        try {
          PreparedKernel prepared = device.prepare(kernel);
          state = new Ready(prepared, launches.of(prepared, kernel));
        } catch (Throwable refused) {
          state = new Unusable(device.id() + ": " + FailureReason.of(refused));
        }
      }
      return state;
    }
  }

  /** Notes that the device cannot run the kernel, as it has found at a launch. */
  synchronized void refused(String reason) {
    state = new Unusable(device.id() + ": " + reason);
  }

  /** Notes a failed launch; the third one ends the use of this device for the loop. */
  synchronized void launchFailed(String reason) {
    failures++;
    if (failures >= MOST_FAILURES) {
      state = new Unusable(device.id() + " failed " + failures + " times, last because " + reason);
    }
  }
}
