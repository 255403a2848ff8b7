package dev.slipstream.runtime.device;

import java.util.List;
import java.util.Optional;

/**
 * An array as a kernel on a device gets it.
 *
 * @param buffer its primitives, all that the kernel accesses; empty if there are none
 * @param tables the tables of its rows, from {@link DeviceMemory#tables}, in buffers; none if it is
 *     an array of primitives, or if the start of each row can be computed
 * @param planeHeight the number of rows of each plane of {@code T[][][]}
 * @param rowLength the number of primitives of each row of an array of arrays, or -1 if they differ
 * @param length the length of the outermost array
 * @param before the bytes of the array that precede the first byte of the buffer
 */
public record DeviceArray(
    Optional<DeviceBuffer> buffer,
    List<DeviceBuffer> tables,
    int planeHeight,
    int rowLength,
    int length,
    long before) {
  /** Copies the list. */
  public DeviceArray {
    tables = List.copyOf(tables);
  }

  /**
   * Creates an array whose elements are not accessed.
   *
   * @param length its length, which the kernel may read
   */
  public static DeviceArray untouched(int length) {
    return new DeviceArray(Optional.empty(), List.of(), 0, 0, length, 0);
  }

  /** Creates an array of primitives in a buffer that begins with its first element. */
  public static DeviceArray flat(DeviceBuffer buffer, int length) {
    return new DeviceArray(Optional.of(buffer), List.of(), 1, 1, length, 0);
  }
}
