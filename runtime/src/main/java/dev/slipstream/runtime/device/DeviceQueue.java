package dev.slipstream.runtime.device;

import java.nio.ByteBuffer;

/**
 * A queue of a device. It works in order, beside other queues. Its work may not begin before the
 * next {@link #flush}. Any thread may start copies, and one thread at a time kernels; a call
 * allocates nothing.
 */
public interface DeviceQueue {
  /**
   * Starts a copy of memory outside the heap to a buffer.
   *
   * @param offset the position in the buffer
   * @param from copied from its position to its limit, which do not change; must not be changed
   *     before the end
   * @return the argument for {@link #await(long)} or {@link #forget}
   */
  long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException;

  /** Starts a copy from a buffer to memory outside the heap; otherwise like {@link #write}. */
  long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException;

  /**
   * Copies elements of an array of primitives on the heap to a buffer, and waits until that is
   * complete, if the device does so faster than through memory outside the heap.
   *
   * @param offset the position in the buffer, in bytes
   * @param from the first element
   * @param count how many elements
   * @return whether it has copied them; otherwise the buffer may have any contents there
   * @throws DeviceException if the device fails, and other copies would too
   */
  default boolean write(DeviceBuffer to, long offset, Object array, int from, int count)
      throws DeviceException {
    return false;
  }

  /**
   * Copies from a buffer to elements of an array, otherwise like {@link #write(DeviceBuffer, long,
   * Object, int, int)}.
   *
   * @return whether it has copied them; otherwise these elements may have any values
   */
  default boolean read(DeviceBuffer from, long offset, Object array, int first, int count)
      throws DeviceException {
    return false;
  }

  /** Starts a copy within the device. */
  void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws DeviceException;

  /**
   * Starts a kernel on buffers that contain its arrays.
   *
   * @throws RefusedLaunchException if the device does not start it, or some of its iterations
   * @throws DeviceException if the device fails
   */
  void launch(KernelLaunch launch) throws DeviceException;

  /** Hands all queued work over to the device. */
  void flush() throws DeviceException;

  /**
   * Waits until a copy has ended, and forgets it. Any thread may call this.
   *
   * @throws DeviceException if it failed
   */
  void await(long copy) throws DeviceException;

  /** Forgets a copy whose end does not matter. */
  void forget(long copy);

  /**
   * Waits for the end of all kernels and copies within the device that were started before. Any
   * thread may call this.
   *
   * @throws DeviceException if one of them may have failed
   */
  void await() throws DeviceException;

  /**
   * Waits as {@link #await()}, but perhaps not for the newest kernels if they are {@linkplain
   * KernelLaunch#followed followed}, which costs the device less.
   *
   * @throws DeviceException if one of them may have failed
   */
  default void awaitUnfollowed() throws DeviceException {
    await();
  }

  /**
   * Whether {@link #awaitUnfollowed} waits for everything that was started up to now. For the
   * thread that starts kernels.
   */
  default boolean awaitsAll() {
    return true;
  }
}
