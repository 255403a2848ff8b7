package dev.slipstream.runtime.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

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
   * Some bytes of memory in which nothing lies, now and later.
   *
   * @return empty if nobody is to try copies before the first one
   */
  default Optional<DeviceBuffer> spare() {
    return Optional.empty();
  }

  /**
   * Makes a copy of the {@linkplain #spare spare} bytes in the way in which those of large arrays
   * are made, if it is worth it to try that before the first one.
   *
   * @param copy makes it
   * @return whether it is, and the copy was made
   */
  default boolean rehearse(Callable<?> copy) throws DeviceException {
    return false;
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
  default LaunchResult ended() {
    return new LaunchResult(0, 0, 0, 0);
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
