package dev.slipstream.runtime.device;

import java.util.List;
import java.util.Optional;

/**
 * An array as a kernel on a device gets it.
 *
 * @param buffer its primitives, all that the kernel touches; empty if those are none
 * @param tables what {@link DeviceMemory#tables} has said of its rows, in buffers; none if it is an
 *     array of primitives, or arithmetic tells where rows start
 * @param heights how many elements the arrays between the outermost one and the rows have,
 *     outermost first: of {@code T[][][]} the height of its planes; nothing if arithmetic does not
 *     tell where rows start
 * @param rowLength how many primitives the rows of an array of arrays have, or -1 if they differ
 * @param length the number of elements of the outermost array
 * @param before the bytes of the primitives that are missing in front of those in the buffer
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

  /** One of {@link #heights}; 0 if it is not known, and kernels do not ask for it. */
  public int height(int level) {
    return level < heights.size() ? heights.get(level) : 0;
  }
}
