package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.ArrayRows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The memory of a device, and the queues that work on it. May be used from any thread. Who opens it
 * sees to it that nothing is under way when it is closed.
 */
public interface DeviceMemory extends AutoCloseable {
  /**
   * Takes memory with any content.
   *
   * @throws DeviceException if there is no room
   */
  DeviceBuffer take(long bytes) throws DeviceException;

  /** Takes memory back that nothing uses any more; it may be kept for who wants as much. */
  void giveBack(DeviceBuffer buffer) throws DeviceException;

  /**
   * Takes memory back that kernels may still use, so that nobody gets it before they have ended.
   */
  default void discard(DeviceBuffer buffer) throws DeviceException {
    giveBack(buffer);
  }

  /**
   * Frees what is kept for others.
   *
   * @return whether there was anything
   */
  default boolean trim() throws DeviceException {
    return false;
  }

  /**
   * Takes memory of the host from and to which the device copies fastest, in its byte order.
   *
   * @throws DeviceException if there is none
   */
  default ByteBuffer pin(long bytes) throws DeviceException {
    return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
  }

  /** Gives pinned memory back, as it was taken. */
  default void unpin(ByteBuffer memory) throws DeviceException {
    // The garbage collector takes it.
  }

  /** Opens a queue. */
  DeviceQueue queue() throws DeviceException;

  /**
   * What kernels find the rows of an array of arrays by.
   *
   * @param rows all rows of the array
   * @return the contents of the tables, in the order in which kernels get them; none if arithmetic
   *     tells
   */
  default List<ByteBuffer> tables(ArrayRows rows) {
    return List.of();
  }

  /** Closes all queues and gives everything back. */
  @Override
  void close() throws DeviceException;
}
