package dev.slipstream.runtime.device;

import java.nio.ByteBuffer;

/**
 * A queue of a device, which does what it is given in this order, beside other queues. What it does
 * may begin at the next {@link #flush}. Any thread may start copies, and one at a time kernels;
 * nothing is allocated for one of these.
 */
public interface DeviceQueue {
  /**
   * Starts a copy of memory outside the heap to a buffer.
   *
   * @param offset where it goes
   * @param from from its position to its limit, which stay; not to be changed before the end
   * @return what {@link #await(long)} or {@link #forget} takes
   */
  long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException;

  /** Starts a copy from a buffer to memory outside the heap; otherwise like {@link #write}. */
  long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException;

  /**
   * Copies elements of an array of primitives on the heap to a buffer, and waits for the end, if
   * the device does so faster than by way of memory outside of it.
   *
   * @param offset where they go, in bytes
   * @param from the first element
   * @param count how many elements
   * @return whether it has; otherwise the buffer may hold anything there
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
   * @return whether it has; otherwise these elements may hold anything
   */
  default boolean read(DeviceBuffer from, long offset, Object array, int first, int count)
      throws DeviceException {
    return false;
  }

  /** Starts a copy within the device. */
  void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws DeviceException;

  /**
   * Starts a kernel on buffers that hold its arrays.
   *
   * @throws RefusedLaunchException if the device does not start it, or some of its iterations
   * @throws DeviceException if the device fails
   */
  void launch(KernelLaunch launch) throws DeviceException;

  /** Hands everything over to the device. */
  void flush() throws DeviceException;

  /**
   * Waits until a copy has ended, and forgets it. By any thread.
   *
   * @throws DeviceException if it failed
   */
  void await(long copy) throws DeviceException;

  /** Somebody does not want to know when a copy ends. */
  void forget(long copy);

  /**
   * Waits for the end of all kernels and copies within the device that were started before. By any
   * thread.
   *
   * @throws DeviceException if one of them may have failed
   */
  void await() throws DeviceException;
}
