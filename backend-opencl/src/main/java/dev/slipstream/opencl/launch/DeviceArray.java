package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceShape;
import java.util.List;

/**
 * An array on the device as a kernel gets it.
 *
 * @param buffer its primitives, all that the kernel touches; {@link DeviceBuffer#NONE} if those are
 *     none
 * @param tables where the rows of an array of arrays start; none if arithmetic tells
 * @param planeHeight how many rows the planes of {@code T[][][]} have
 * @param rowLength how many elements the rows of an array of arrays have, or -1 if they differ
 * @param length the number of elements of the outermost array
 * @param before the bytes of the primitives that are missing in front of those in the buffer
 */
public record DeviceArray(
    DeviceBuffer buffer,
    List<DeviceBuffer> tables,
    int planeHeight,
    int rowLength,
    int length,
    long before) {
  /** An array in a buffer that begins with its first element. */
  public DeviceArray(
      DeviceBuffer buffer, List<DeviceBuffer> tables, int planeHeight, int rowLength, int length) {
    this(buffer, tables, planeHeight, rowLength, length, 0);
  }

  /**
   * An array whose elements are not touched.
   *
   * @param length its length, which the kernel may ask for
   */
  public static DeviceArray untouched(int length) {
    return new DeviceArray(DeviceBuffer.NONE, List.of(), 0, 0, length);
  }

  /** An array of primitives in its buffer. */
  public static DeviceArray flat(DeviceBuffer buffer, int length) {
    return new DeviceArray(buffer, List.of(), 1, 1, length);
  }

  /**
   * An array of arrays in its buffer.
   *
   * @param tables the buffers of the array's tables
   */
  public static DeviceArray of(DeviceShape shape, DeviceBuffer buffer, List<DeviceBuffer> tables) {
    return new DeviceArray(buffer, tables, shape.planeHeight(), shape.rowLength(), shape.length());
  }

  /**
   * The same array in a buffer that begins with another element.
   *
   * @param bytes the bytes of the primitives before it
   */
  public DeviceArray startingAt(long bytes) {
    return new DeviceArray(buffer, tables, planeHeight, rowLength, length, bytes);
  }
}
