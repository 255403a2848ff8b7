package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.lanes.EagerLaunches;
import dev.slipstream.runtime.observation.LoopMeters;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One loop on one device. The kernel is prepared once; a device that cannot run it, or has failed
 * too often, is not used again. Thread-safe.
 */
final class DeviceBinding {
  private static final int MOST_FAILURES = 3;

  private final Device device;
  private final RangeKernel kernel;
  private final EagerLaunches launches;
  private final Optional<LoopMeters> meters;
  private volatile Optional<Ready> ready = Optional.empty();

  /** Why the device cannot run the kernel, beginning with the device's id; empty if it can. */
  private volatile String refusal = "";

  private final AtomicBoolean isBegun = new AtomicBoolean();
  private int failures;

  /**
   * @param launches the launches on the device that the program waits for
   * @param meters record how long the preparation of the kernel takes; empty if that does not
   *     matter
   */
  DeviceBinding(
      Device device, RangeKernel kernel, EagerLaunches launches, Optional<LoopMeters> meters) {
    this.meters = meters;
    this.device = device;
    this.kernel = kernel;
    this.launches = launches;
  }

  /**
   * The prepared kernel.
   *
   * @param kernel in the device's form
   * @param eager in a form that runs on the program's arrays
   */
  record Ready(PreparedKernel kernel, HostKernel eager) {}

  Device device() {
    return device;
  }

  /** Prepares the kernel on the first call; empty if the device cannot run it. Never throws. */
  Optional<Ready> prepare() {
    if (ready.isEmpty() && refusal.isEmpty()) {
      makeReady();
    }
    return ready;
  }

  /** Whether the preparation on another thread should begin, which is so once. */
  boolean begins() {
    return !isBegun.getAndSet(true);
  }

  /** Whether the kernel is prepared, or never will be. */
  boolean isPrepared() {
    return ready.isPresent() || !refusal.isEmpty();
  }

  private synchronized void makeReady() {
    if (ready.isEmpty() && refusal.isEmpty()) {
      try {
        long began = System.nanoTime();
        PreparedKernel prepared = device.prepare(kernel);
        if (meters.isPresent()) {
          meters.get().prepared(device.id(), System.nanoTime() - began);
        }
        ready = Optional.of(new Ready(prepared, launches.of(prepared, kernel)));
      } catch (Throwable refused) {
        refused(FailureReason.of(refused));
      }
    }
  }

  /** Why the device cannot run the kernel, beginning with the device's id; empty if it can. */
  String refusal() {
    return refusal;
  }

  /** Notes that the device has refused the kernel at a launch. */
  synchronized void refused(String reason) {
    refusal = device.id() + ": " + reason;
    ready = Optional.empty();
  }

  /** Notes a failed launch; the third one ends the use of this device for the loop. */
  synchronized void launchFailed(String reason) {
    failures++;
    if (failures >= MOST_FAILURES) {
      refusal = device.id() + " failed " + failures + " times, last because " + reason;
      ready = Optional.empty();
    }
  }
}
