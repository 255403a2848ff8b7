package dev.slipstream.runtime.memory;

import java.nio.ByteBuffer;

/**
 * Says how much of a device's memory is used before arrays go to the host, and gives the host
 * memory that they go to. All methods may be called from any thread.
 */
public interface MemoryStore {
  /** What host memory is for. */
  enum Purpose {
    /** Data passes through it on the way to or from a device or another node. */
    STAGING,
    /** Data stays there because a device has no room. */
    SPILL
  }

  /**
   * Says how much of a device's memory arrays may take at a time. What is used least recently goes
   * to the host before it would be more.
   *
   * @param device the place of the device among those of the node, from 0
   * @param memoryBytes what the device has to offer
   * @return bytes, from 0 to what it has
   */
  long budget(int device, long memoryBytes);

  /**
   * Takes memory of the host that devices and the network can reach. What it holds is undefined.
   *
   * @param bytes how much, at least 0
   * @param purpose what for
   * @return memory with at least that many bytes from its position to its limit
   * @throws OutOfMemoryError if there is not as much
   */
  ByteBuffer take(long bytes, Purpose purpose);

  /**
   * Gives memory back, which is not used any more.
   *
   * @param memory as it was taken
   */
  void giveBack(ByteBuffer memory);
}
