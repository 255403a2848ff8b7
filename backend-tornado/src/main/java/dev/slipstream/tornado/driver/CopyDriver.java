package dev.slipstream.tornado.driver;

import java.nio.ByteBuffer;

/**
 * The driver of one device. Threads call it between {@link #enter} and {@link #leave}; each stage
 * is used by one thread at a time.
 */
public interface CopyDriver {
  /** Memory from and to which the device copies by itself, in the order in which it is asked. */
  interface Stage {
    /** The memory; position 0, in the machine's byte order. */
    ByteBuffer bytes();

    /**
     * Begins to copy to the device.
     *
     * @param at the first byte of the memory
     * @param device where the bytes go
     */
    void toDevice(int at, long device, long bytes) throws DriverException;

    /** Begins to copy from the device. */
    void fromDevice(int at, long device, long bytes) throws DriverException;

    /** Waits for all that was begun. */
    void finish() throws DriverException;

    /** Gives it back. */
    void close() throws DriverException;
  }

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
   * Makes a stage.
   *
   * @throws DriverException if there is no memory for it
   */
  Stage stage(int bytes) throws DriverException;
}
