package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.ArrayRows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The memory of a device, and the queues that work on it. Thread-safe. The code that opens it must
 * ensure that nothing is in progress when it is closed.
 */
public interface DeviceMemory extends AutoCloseable {
  /**
   * Allocates memory with unspecified contents.
   *
   * @throws DeviceException if there is no room
   */
  DeviceBuffer take(long bytes) throws DeviceException;

  /** Frees memory that is unused; it may be kept for later requests of the same size. */
  void giveBack(DeviceBuffer buffer) throws DeviceException;

  /**
   * Frees memory that kernels may still use, so that it is not allocated again before they have
   * ended.
   */
  default void discard(DeviceBuffer buffer) throws DeviceException {
    giveBack(buffer);
  }

  /**
   * Frees the memory that is kept for later requests.
   *
   * @return whether there was any
   */
  default boolean trim() throws DeviceException {
    return false;
  }

  /**
   * Allocates host memory that the device copies from and to fastest, in the device's byte order.
   *
   * @throws DeviceException if there is none
   */
  default ByteBuffer pin(long bytes) throws DeviceException {
    return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
  }

  /** Frees pinned memory, as {@link #pin} returned it. */
  default void unpin(ByteBuffer memory) throws DeviceException {
    // The garbage collector frees it.
  }

  /** Opens a queue. */
  DeviceQueue queue() throws DeviceException;

  /**
   * Returns the tables with which kernels find the rows of an array of arrays.
   *
   * @param rows all rows of the array
   * @return the contents of the tables, in the order in which kernels get them; empty if the start
   *     of each row can be computed
   */
  default List<ByteBuffer> tables(ArrayRows rows) {
    return List.of();
  }

  /** Closes all queues and frees everything. */
  @Override
  void close() throws DeviceException;
}
