package dev.slipstream.tornado.driver;

import java.nio.ByteBuffer;

/**
 * The driver of one device. Threads call its other methods between {@link #enter} and {@link
 * #leave}.
 */
public interface CopyDriver {
  /** Makes the calling thread use the device. */
  void enter() throws DriverException;

  /** Ends the calling thread's use of the device. */
  void leave() throws DriverException;

  /** Waits until the device has nothing left to do. */
  void finish() throws DriverException;

  /**
   * Whether a range of bytes lies in one allocation of the device's memory.
   *
   * @param device the address of the first byte
   */
  boolean holds(long device, long bytes);

  /** Returns the size of a page of the host's memory, a power of two. */
  int pageBytes();

  /**
   * Returns the current address of the first element of an array of primitives other than booleans.
   */
  long address(Object array);

  /**
   * Pins pages of the host's memory, so that the device can read and write them directly.
   *
   * @throws DriverException if that is not possible, for instance because some of them are pinned
   *     already
   */
  void pin(long address, long bytes) throws DriverException;

  /** Unpins all pages that were pinned together. */
  void unpin(long address) throws DriverException;

  /**
   * Copies pinned bytes of an array from its current address to the device. Nothing on the heap
   * moves meanwhile. Returns when the copy is complete.
   *
   * @param offset the offset of the first byte from the first element
   * @param device the address to copy to
   */
  void toDevice(Object array, long offset, long device, long bytes) throws DriverException;

  /**
   * Begins to copy pinned bytes of an array from its current address; {@link #finish} waits for the
   * end. The array may move meanwhile; the copy is then undefined, but harmless, because the device
   * only reads.
   *
   * @param offset the offset of the first byte from the first element
   * @param device the address to copy to
   */
  void beginToDevice(Object array, long offset, long device, long bytes) throws DriverException;

  /** Copies pinned bytes of an array from the device; otherwise like {@link #toDevice}. */
  void fromDevice(Object array, long offset, long device, long bytes) throws DriverException;

  /**
   * Allocates pinned memory outside the heap, which the device can read and write directly.
   *
   * @return a buffer in the machine's byte order
   * @throws DriverException if there is no such memory
   */
  ByteBuffer pinned(int bytes) throws DriverException;

  /** Frees memory that {@link #pinned} has returned. */
  void unpin(ByteBuffer memory) throws DriverException;

  /**
   * Copies memory outside the heap, from its position to its limit; returns when the copy is
   * complete.
   */
  void toDevice(ByteBuffer from, long device) throws DriverException;

  /**
   * Copies to memory outside the heap, from its position to its limit; returns when the copy is
   * complete.
   */
  void fromDevice(ByteBuffer to, long device) throws DriverException;
}
