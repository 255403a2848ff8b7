package dev.slipstream.runtime.device;

import java.util.List;
import java.util.Optional;

/**
 * An array as a kernel on a device gets it.
 *
 * @param buffer its primitives, all that the kernel touches; empty if those are none
 * @param tables what {@link DeviceMemory#tables} has said of its rows, in buffers; none if it is an
 *     array of primitives, or arithmetic tells where rows start
 * @param planeHeight how many rows the planes of {@code T[][][]} have
 * @param rowLength how many primitives the rows of an array of arrays have, or -1 if they differ
 * @param length the number of elements of the outermost array
 * @param before the bytes of the primitives that are missing in front of those in the buffer
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
   * An array whose elements are not touched.
   *
   * @param length its length, which the kernel may ask for
   */
  public static DeviceArray untouched(int length) {
    return new DeviceArray(Optional.empty(), List.of(), 0, 0, length, 0);
  }

  /** An array of primitives in a buffer that begins with its first element. */
  public static DeviceArray flat(DeviceBuffer buffer, int length) {
    return new DeviceArray(Optional.of(buffer), List.of(), 1, 1, length, 0);
  }
}
