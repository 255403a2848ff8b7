package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceLayout;
import java.util.List;

/**
 * An array on the device as a kernel gets it.
 *
 * @param buffer all its primitives; {@link DeviceBuffer#NONE} if the kernel does not touch them
 * @param tables where the rows of an array of arrays start; none if arithmetic tells
 * @param planeHeight how many rows the planes of {@code T[][][]} have
 * @param rowLength how many elements the rows of an array of arrays have, or -1 if they differ
 * @param length the number of elements of the outermost array
 */
public record DeviceArray(
    DeviceBuffer buffer, List<DeviceBuffer> tables, int planeHeight, int rowLength, int length) {

  /**
   * An array whose elements are not touched.
   *
   * @param length its length, which the kernel may ask for
   */
  public static DeviceArray untouched(int length) {
    return new DeviceArray(DeviceBuffer.NONE, List.of(), 0, 0, length);
  }

  /**
   * An array in its buffer.
   *
   * @param tables the buffers of the layout's tables
   */
  public static DeviceArray of(
      DeviceLayout layout, DeviceBuffer buffer, List<DeviceBuffer> tables) {
    return new DeviceArray(
        buffer, tables, layout.planeHeight(), layout.rowLength(), layout.length());
  }
}
