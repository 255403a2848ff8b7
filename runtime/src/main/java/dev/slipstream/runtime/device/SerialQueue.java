package dev.slipstream.runtime.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * The only queue of a device on which everything is done by the calling thread, one thing at a
 * time, and has ended when a call returns. Such a device has one lane.
 */
public interface SerialQueue extends DeviceQueue {
  /** How many kernels are run together at most, 1 or more, the same each time. */
  default int most() {
    return 1;
  }

  /**
   * Runs the first of some kernels, or several from the first one on in their order, together.
   *
   * @param waiting at least one; each is made when it is looked at, which may fail
   * @return how many were run
   * @throws RefusedLaunchException if the device does not run the first one
   * @throws DeviceException if the device fails
   */
  int launchSome(List<KernelLaunch> waiting) throws DeviceException;

  @Override
  default void launch(KernelLaunch launch) throws DeviceException {
    launchSome(List.of(launch));
  }

  /**
   * Memory in which nothing lies, now and later: copies of arrays there and from there are made as
   * those of large ones are, however few bytes they have.
   *
   * @return empty if it is not worth it to try copies before the first one
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
    // It is done.
  }

  @Override
  default void await() {
    // It has ended.
  }

  @Override
  default void await(long copy) {
    // It has ended.
  }

  @Override
  default void forget(long copy) {
    // It has ended.
  }
}
