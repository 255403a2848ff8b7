package dev.slipstream.opencl.memory;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryUtil;

/**
 * What one launch does with one array, of primitives or of arrays, merged over all parameters that
 * are this array. Ranges count elements of the outermost array. Owned by the launching thread.
 */
public final class ArrayUse {
  private final Object array;
  private final int length;
  private int readFrom;
  private int readTo;
  private int writtenFrom;
  private int writtenTo;
  private boolean writesAll = true;
  private @Nullable Layout layout;
  private final List<ArrayUse> tables = new ArrayList<>();
  private DeviceBuffer buffer = DeviceBuffer.NONE;
  private long missingInFront;
  private long before;

  /**
   * An array that is not accessed yet.
   *
   * @throws IllegalArgumentException if it is not an array of primitives, nor of arrays of them
   */
  public ArrayUse(Object array) {
    this.array = array;
    if (array instanceof Object[] rows) {
      this.length = rows.length;
    } else {
      ElementType type = ElementType.of(array.getClass());
      this.length = type.length(array);
      this.layout = new FlatLayout(array, type, length);
    }
  }

  /** An array that is not accessed yet and lies in the device buffer as is known already. */
  ArrayUse(Object array, int length, Layout layout) {
    this.array = array;
    this.length = length;
    this.layout = layout;
  }

  /** The array itself; compared by identity. */
  public Object array() {
    return array;
  }

  /** The number of elements of the outermost array. */
  public int length() {
    return length;
  }

  /** The size in bytes of the buffer that is needed for the array. */
  public long bytes() {
    return type().bytes(layout().size());
  }

  /** Whether any element is read or written. */
  public boolean accessed() {
    return readTo > readFrom || writes();
  }

  /** Adds what the launch does with the array as one of its parameters. All are added first. */
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

  private Layout layout() {
    Layout known = layout;
    if (known == null) {
      int from = readTo > readFrom ? readFrom : writtenFrom;
      int to = Math.max(readTo, writtenTo);
      known = new RowLayout((Object[]) array, writes() ? Math.min(from, writtenFrom) : from, to);
      layout = known;
    }
    return known;
  }

  /**
   * The tables by which a kernel finds the rows of an array of arrays, in the order of its
   * arguments; they are uploaded like other arrays. None where rows are found by arithmetic.
   */
  public List<ArrayUse> tables() {
    if (tables.isEmpty() && layout() instanceof RowLayout rows) {
      for (RowLayout.Table table : rows.tables()) {
        ArrayUse use = new ArrayUse(table.entries());
        use.add(new ArrayAccess(0, table.from(), table.entries().length, 0, 0, false));
        tables.add(use);
      }
    }
    return tables;
  }

  /** How many rows the planes of {@code T[][][]} have; only if {@link #rowLength} is not -1. */
  public int planeHeight() {
    return layout() instanceof RowLayout rows ? rows.planeHeight() : 1;
  }

  /** How many elements each row of an array of arrays has, or -1 if they differ. */
  public int rowLength() {
    return layout() instanceof RowLayout rows ? rows.rowLength() : 1;
  }

  /** The device buffer that holds the array during the launch. */
  public DeviceBuffer buffer() {
    return buffer;
  }

  /** Sets the device buffer. */
  public void buffer(DeviceBuffer buffer) {
    this.buffer = buffer;
  }

  /** Sets how many bytes of the array are missing in front of what its buffer begins with. */
  void missingInFront(long missing) {
    this.missingInFront = missing;
  }

  /** How many bytes of the array are missing in front of what its buffer begins with. */
  long missingInFront() {
    return missingInFront;
  }

  /**
   * The size of the native memory that the elements in the written range need as they were before
   * the launch; 0 if each of them is certainly written.
   */
  public long beforeBytes() {
    return keepsBefore() ? type().bytes(position(writtenTo) - position(writtenFrom)) : 0;
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
    return layout().type();
  }

  /** Where an accessed element of the outermost array starts in the buffer, in primitives. */
  long position(int index) {
    return layout().start(index);
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

  /** Copies primitives to native memory, and aside what will be compared after the launch. */
  void load(long from, int count, long address) {
    Layout all = layout();
    all.load(from, count, address);
    if (keepsBefore()) {
      long writtenStart = all.start(writtenFrom);
      long start = Math.max(from, writtenStart);
      long end = Math.min(from + count, all.start(writtenTo));
      if (start < end) {
        MemoryUtil.memCopy(
            address + all.type().bytes(start - from),
            before + all.type().bytes(start - writtenStart),
            all.type().bytes(end - start));
      }
    }
  }

  /** Stores primitives of the written range that came back from the device. */
  void store(long from, int count, long address) {
    Layout all = layout();
    if (keepsBefore()) {
      long old = before + all.type().bytes(from - all.start(writtenFrom));
      all.storeChanged(from, count, address, old);
    } else {
      all.store(from, count, address);
    }
  }
}
