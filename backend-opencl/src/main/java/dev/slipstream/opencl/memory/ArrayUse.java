package dev.slipstream.opencl.memory;

import dev.slipstream.runtime.kernel.ArrayAccess;
import org.lwjgl.system.MemoryUtil;

/**
 * What one launch does with one array, merged over all parameters that are this array. Owned by the
 * launching thread.
 */
public final class ArrayUse {
  private final Object array;
  private final ElementType type;
  private final int length;
  private int readFrom;
  private int readTo;
  private int writtenFrom;
  private int writtenTo;
  private boolean writesAll = true;
  private DeviceBuffer buffer = DeviceBuffer.NONE;
  private long before;

  /**
   * An array that is not accessed yet.
   *
   * @throws IllegalArgumentException if it is not an array of primitives
   */
  public ArrayUse(Object array) {
    this.array = array;
    this.type = ElementType.of(array);
    this.length = type.length(array);
  }

  /** The array itself; compared by identity. */
  public Object array() {
    return array;
  }

  /** The number of elements. */
  public int length() {
    return length;
  }

  /** The size of the whole array in bytes. */
  public long bytes() {
    return type.bytes(length);
  }

  /** Whether any element is read or written. */
  public boolean accessed() {
    return readTo > readFrom || writes();
  }

  /** Adds what the launch does with the array as one of its parameters. */
  public void add(ArrayAccess access) {
    if (access.reads()) {
      boolean first = readTo == readFrom;
      readFrom = first ? access.readFrom() : Math.min(readFrom, access.readFrom());
      readTo = first ? access.readTo() : Math.max(readTo, access.readTo());
    }
    if (access.writes()) {
      if (!writes()) {
        writtenFrom = access.writtenFrom();
        writtenTo = access.writtenTo();
        writesAll = access.writesAll();
      } else {
        addWritten(access.writtenFrom(), access.writtenTo(), access.writesAll());
      }
    }
  }

  private void addWritten(int from, int to, boolean all) {
    int hullFrom = Math.min(writtenFrom, from);
    int hullTo = Math.max(writtenTo, to);
    boolean coveredByOld = writesAll && writtenFrom == hullFrom && writtenTo == hullTo;
    boolean coveredByNew = all && from == hullFrom && to == hullTo;
    boolean coveredByBoth = writesAll && all && from <= writtenTo && writtenFrom <= to;
    writesAll = coveredByOld || coveredByNew || coveredByBoth;
    writtenFrom = hullFrom;
    writtenTo = hullTo;
  }

  /** The device buffer that holds the array during the launch. */
  public DeviceBuffer buffer() {
    return buffer;
  }

  /** Sets the device buffer. */
  public void buffer(DeviceBuffer buffer) {
    this.buffer = buffer;
  }

  /**
   * The size of the native memory that the elements in the written range need as they were before
   * the launch; 0 if each of them is certainly written.
   */
  public long beforeBytes() {
    return keepsBefore() ? type.bytes(writtenTo - writtenFrom) : 0;
  }

  /** Sets the address for {@link #beforeBytes()} bytes. */
  public void before(long address) {
    this.before = address;
  }

  boolean writes() {
    return writtenTo > writtenFrom;
  }

  private boolean keepsBefore() {
    return writes() && !writesAll;
  }

  ElementType type() {
    return type;
  }

  /** The first element to upload; a partly written range is uploaded for the comparison later. */
  int uploadFrom() {
    if (!keepsBefore()) {
      return readFrom;
    }
    return readTo > readFrom ? Math.min(readFrom, writtenFrom) : writtenFrom;
  }

  /** One past the last element to upload; equal to {@link #uploadFrom()} if there is none. */
  int uploadTo() {
    if (!keepsBefore()) {
      return readTo;
    }
    return readTo > readFrom ? Math.max(readTo, writtenTo) : writtenTo;
  }

  int writtenFrom() {
    return writtenFrom;
  }

  int writtenTo() {
    return writtenTo;
  }

  /** Copies elements to native memory, and aside what will be compared after the launch. */
  void load(int from, int count, long address) {
    type.load(array, from, count, address);
    if (keepsBefore()) {
      int start = Math.max(from, writtenFrom);
      int end = Math.min(from + count, writtenTo);
      if (start < end) {
        MemoryUtil.memCopy(
            address + type.bytes(start - from),
            before + type.bytes(start - writtenFrom),
            type.bytes(end - start));
      }
    }
  }

  /** Stores elements of the written range that came back from the device. */
  void store(int from, int count, long address) {
    if (keepsBefore()) {
      type.storeChanged(array, from, count, address, before + type.bytes(from - writtenFrom));
    } else {
      type.store(array, from, count, address);
    }
  }
}
