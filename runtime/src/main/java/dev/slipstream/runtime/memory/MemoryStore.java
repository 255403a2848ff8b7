package dev.slipstream.runtime.memory;

import java.nio.ByteBuffer;

/**
 * Decides how much of a device's memory is used before arrays are moved to the host, and allocates
 * the host memory for that. All methods may be called from any thread.
 */
public interface MemoryStore {
  /** The purpose of host memory. */
  enum Purpose {
    /** Data passes through it on the way to or from a device or another node. */
    STAGING,
    /** Data stays there because a device has no room. */
    SPILL
  }

  /**
   * Returns how much of a device's memory arrays may take at the same time. Before that is
   * exceeded, the least recently used elements are moved to the host.
   *
   * @param device the index of the device among those of the node, from 0
   * @param memoryBytes the memory of the device
   * @return bytes, from 0 to the memory of the device
   */
  long budget(int device, long memoryBytes);

  /**
   * Allocates host memory that devices and the network can access. Its contents are undefined.
   *
   * @param bytes how much, at least 0
   * @param purpose its purpose
   * @return memory with at least that many bytes from its position to its limit
   * @throws OutOfMemoryError if there is not enough memory
   */
  ByteBuffer take(long bytes, Purpose purpose);

  /**
   * Frees memory that is not used any more.
   *
   * @param memory as {@link #take} returned it
   */
  void giveBack(ByteBuffer memory);
}
