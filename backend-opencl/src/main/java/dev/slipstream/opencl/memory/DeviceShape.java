package dev.slipstream.opencl.memory;

/**
 * How long the parts of an array are that lies in a device buffer. Holds neither the array nor its
 * rows, so that they can be seen to be gone. Immutable.
 */
public final class DeviceShape {
  private final int length;
  private final int planeHeight;
  private final int rowLength;

  /** How many bytes an element of the outermost array has, unless they differ. */
  private final long stride;

  /** Where the elements of the outermost array start, if they differ. */
  private final long[] offsets;

  DeviceShape(DeviceLayout layout) {
    this.length = layout.length();
    this.planeHeight = layout.planeHeight();
    this.rowLength = layout.rowLength();
    this.stride = rowLength >= 0 && length > 0 ? layout.offset(1) : 0;
    this.offsets = new long[rowLength >= 0 ? 0 : length + 1];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = layout.offset(i);
    }
  }

  /** The number of elements of the outermost array. */
  public int length() {
    return length;
  }

  /**
   * Where an element of the outermost array starts in the buffer, in bytes.
   *
   * @param index 0 to the length
   */
  public long offset(int index) {
    return offsets.length > 0 ? offsets[index] : index * stride;
  }

  /** How many rows the planes of {@code T[][][]} have; only if {@link #rowLength} is not -1. */
  public int planeHeight() {
    return planeHeight;
  }

  /** How many elements each row of an array of arrays has, or -1 if they differ. */
  public int rowLength() {
    return rowLength;
  }
}
