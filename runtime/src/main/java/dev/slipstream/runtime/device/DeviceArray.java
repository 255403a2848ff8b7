package dev.slipstream.runtime.device;

import java.util.List;
import java.util.Optional;

/**
 * An array as a kernel on a device gets it.
 *
 * @param buffer its primitives, all that the kernel accesses; empty if there are none
 * @param tables the tables of its rows, from {@link DeviceMemory#tables}, in buffers; none if it is
 *     an array of primitives, or if the start of each row can be computed
 * @param heights the lengths of the arrays between the outermost one and the rows, outermost first:
 *     for {@code T[][][]} the height of its planes; empty if lengths differ
 * @param rowLength the number of primitives of each row of an array of arrays, or -1 if they differ
 * @param length the length of the outermost array
 * @param before the bytes of the array that precede the first byte of the buffer
 */
public record DeviceArray(
    Optional<DeviceBuffer> buffer,
    List<DeviceBuffer> tables,
    List<Integer> heights,
    int rowLength,
    int length,
    long before) {
  /** Copies the lists. */
  public DeviceArray {
    tables = List.copyOf(tables);
    heights = List.copyOf(heights);
  }

  /**
   * Creates an array whose elements are not accessed.
   *
   * @param length its length, which the kernel may read
   */
  public static DeviceArray untouched(int length) {
    return new DeviceArray(Optional.empty(), List.of(), List.of(), 0, length, 0);
  }

  /** Creates an array of primitives in a buffer that begins with its first element. */
  public static DeviceArray flat(DeviceBuffer buffer, int length) {
    return new DeviceArray(Optional.of(buffer), List.of(), List.of(), 1, length, 0);
  }

  /** Returns one of {@link #heights}, or 0 if lengths differ; kernels do not use it then. */
  public int height(int level) {
    return level < heights.size() ? heights.get(level) : 0;
  }
}
