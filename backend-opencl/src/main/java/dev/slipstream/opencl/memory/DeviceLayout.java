package dev.slipstream.opencl.memory;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.List;

/**
 * How a whole array lies in a device buffer that outlives a launch, for copies: all its primitives,
 * from the first of its outermost array on. Of an array of arrays the rows are those that it has
 * when the layout is made, and no row may appear twice; a row that is null has no elements. As long
 * as the buffer lives the array must keep these rows (primitive arrays never change their lengths):
 * whoever puts another row into it has to bring the buffer home and forget it before. Immutable;
 * holds the array or its rows.
 */
public final class DeviceLayout {
  /** A view of native memory has at most so many bytes. */
  private static final int MOST_AT_ONCE = 1 << 27;

  private final Object array;
  private final int length;
  private final Layout layout;

  private DeviceLayout(Object array, int length, Layout layout) {
    this.array = array;
    this.length = length;
    this.layout = layout;
  }

  /**
   * Lays out an array.
   *
   * @param array an array of primitives, of arrays of them, or of arrays of these
   * @throws IllegalArgumentException if it is something else
   */
  public static DeviceLayout of(Object array) {
    if (array instanceof Object[] outer) {
      return new DeviceLayout(array, outer.length, new RowLayout(outer, 0, outer.length));
    }
    ElementType type = ElementType.of(array.getClass());
    int length = type.length(array);
    return new DeviceLayout(array, length, new FlatLayout(array, type, length));
  }

  /** The same without the array. */
  public DeviceShape shape() {
    return new DeviceShape(this);
  }

  /** The number of elements of the outermost array. */
  public int length() {
    return length;
  }

  /**
   * Where an element of the outermost array starts in the buffer, in bytes.
   *
   * @param index 0 to the length; the length gives the size of the buffer
   */
  public long offset(int index) {
    return layout.type().bytes(layout.start(index));
  }

  /** How many rows the planes of {@code T[][][]} have; only if {@link #rowLength} is not -1. */
  int planeHeight() {
    return layout instanceof RowLayout rows ? rows.planeHeight() : 1;
  }

  /** How many elements each row of an array of arrays has, or -1 if they differ. */
  int rowLength() {
    return layout instanceof RowLayout rows ? rows.rowLength() : 1;
  }

  /**
   * The tables by which a kernel finds the rows of an array of arrays, in the order of its
   * arguments. None where rows are found by arithmetic.
   */
  public List<long[]> tables() {
    return layout instanceof RowLayout rows
        ? rows.tables().stream().map(RowLayout.Table::entries).toList()
        : List.of();
  }

  /**
   * Elements of the outermost array that are copied to the device.
   *
   * @param from the first
   * @param to one past the last
   * @param buffer where the array lies
   */
  public ArrayUse upload(int from, int to, DeviceBuffer buffer) {
    return use(new ArrayAccess(0, from, to, 0, 0, false), buffer);
  }

  /** Elements of the outermost array that are copied from the device. */
  public ArrayUse download(int from, int to, DeviceBuffer buffer) {
    return use(new ArrayAccess(0, 0, 0, from, to, true), buffer);
  }

  /** The same where the buffer holds a part of the array only. */
  public ArrayUse upload(int from, int to, ArrayMemory memory) {
    ArrayUse use = upload(from, to, memory.buffer());
    use.missingInFront(memory.before());
    return use;
  }

  /** The same from such a buffer. */
  public ArrayUse download(int from, int to, ArrayMemory memory) {
    ArrayUse use = download(from, to, memory.buffer());
    use.missingInFront(memory.before());
    return use;
  }

  /**
   * Copies elements of the outermost array to native memory.
   *
   * @param from the first
   * @param to one past the last
   * @param address where they go, one after the other
   */
  public void load(int from, int to, long address) {
    each(from, to, address, layout::load);
  }

  /** Copies elements of the outermost array from native memory. */
  public void store(int from, int to, long address) {
    each(from, to, address, layout::store);
  }

  @FunctionalInterface
  private interface Part {
    void copy(long from, int count, long address);
  }

  private void each(int from, int to, long address, Part part) {
    long end = layout.start(to);
    long begin = layout.start(from);
    for (long at = begin; at < end; ) {
      int count = (int) Math.min(MOST_AT_ONCE, end - at);
      part.copy(at, count, address + layout.type().bytes(at - begin));
      at += count;
    }
  }

  private ArrayUse use(ArrayAccess access, DeviceBuffer buffer) {
    ArrayUse use = new ArrayUse(array, length, layout);
    use.add(access);
    use.buffer(buffer);
    return use;
  }
}
