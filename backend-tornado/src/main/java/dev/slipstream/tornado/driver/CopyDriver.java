package dev.slipstream.tornado.driver;

import java.nio.ByteBuffer;

/** The driver of one device. Threads call it between {@link #enter} and {@link #leave}. */
public interface CopyDriver {
  /** The calling thread uses the device from now on. */
  void enter() throws DriverException;

  /** It does not any more. */
  void leave() throws DriverException;

  /** Waits for all that the device does. */
  void finish() throws DriverException;

  /**
   * Whether bytes are in one piece of the device's memory.
   *
   * @param device where they begin
   */
  boolean holds(long device, long bytes);

  /** How many bytes a page of the host's memory has, a power of two. */
  int pageBytes();

  /**
   * Where the first element of an array of primitives, which are not booleans, is at this moment.
   */
  long address(Object array);

  /**
   * Lets the device read and write pages of the host's memory by itself.
   *
   * @throws DriverException if it cannot, for instance since some are pinned
   */
  void pin(long address, long bytes) throws DriverException;

  /** Takes that back, for all pages that were pinned together. */
  void unpin(long address) throws DriverException;

  /**
   * Copies bytes of an array that are pinned where it is now; nothing moves meanwhile. Returns at
   * the end.
   *
   * @param offset the first byte, from the first element on
   * @param device where the bytes go
   */
  void toDevice(Object array, long offset, long device, long bytes) throws DriverException;

  /**
   * Begins to copy bytes of an array that are pinned where it is now, until {@link #finish}. It may
   * move meanwhile, and what is copied then is anything: the device only reads.
   *
   * @param offset the first byte, from the first element on
   * @param device where the bytes go
   */
  void beginToDevice(Object array, long offset, long device, long bytes) throws DriverException;

  /** Copies from the device, as {@link #toDevice} does to it. */
  void fromDevice(Object array, long offset, long device, long bytes) throws DriverException;

  /**
   * Makes memory outside the heap that the device reads and writes by itself.
   *
   * @return in the machine's byte order
   * @throws DriverException if there is none
   */
  ByteBuffer pinned(int bytes) throws DriverException;

  /** Takes that back. */
  void unpin(ByteBuffer memory) throws DriverException;

  /** Copies memory outside the heap, from its position to its limit; returns at the end. */
  void toDevice(ByteBuffer from, long device) throws DriverException;

  /** Copies to memory outside the heap, from its position to its limit; returns at the end. */
  void fromDevice(ByteBuffer to, long device) throws DriverException;
}
