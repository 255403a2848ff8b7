package dev.slipstream.runtime.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * The only queue of a device that does everything on the calling thread, one thing at a time; each
 * call returns when its work has ended. Such a device has one lane.
 */
public interface SerialQueue extends DeviceQueue {
  /** The most kernels that are run together, 1 or more, the same each time. */
  default int most() {
    return 1;
  }

  /**
   * Runs the first of some kernels, or several from the first one on, together and in order.
   *
   * @param waiting at least one; each is created when it is accessed, which may fail
   * @return how many were run
   * @throws RefusedLaunchException if the device does not run the first one
   * @throws DeviceException if the device fails; the kernels that were accessed may have run, in
   *     part or completely
   */
  int launchSome(List<KernelLaunch> waiting) throws DeviceException;

  @Override
  default void launch(KernelLaunch launch) throws DeviceException {
    launchSome(List.of(launch));
  }

  /**
   * Memory that is never used for data. Arrays are copied to and from it in the same way as large
   * arrays, however small they are.
   *
   * @return empty if copies before the first real one are not worthwhile
   */
  default Optional<DeviceBuffer> spare() {
    return Optional.empty();
  }

  @Override
  default void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws DeviceException {
    ByteBuffer all =
        ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    read(from, source, all);
    write(to, target, all);
  }

  @Override
  default void flush() {
    // The work is done already.
  }

  @Override
  default void await() {
    // The copy has ended already.
  }

  @Override
  default void await(long copy) {
    // The copy has ended already.
  }

  @Override
  default void forget(long copy) {
    // All work has ended already.
  }
}
