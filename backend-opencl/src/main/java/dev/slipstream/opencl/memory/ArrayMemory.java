package dev.slipstream.opencl.memory;

/**
 * Memory on the device for a part of an array, from some element of its outermost array on.
 *
 * @param buffer holds the part
 * @param before how many bytes the elements in front of it would take
 */
public record ArrayMemory(DeviceBuffer buffer, long before) {
  /**
   * Where something is in the buffer.
   *
   * @param offset where it would be if the buffer held the whole array, in bytes
   */
  public long at(long offset) {
    return offset - before;
  }
}
