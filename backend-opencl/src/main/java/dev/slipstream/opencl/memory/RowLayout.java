package dev.slipstream.opencl.memory;

import java.util.Arrays;
import java.util.List;

/**
 * The rows of an array of arrays, one after the other. If all accessed rows have equal lengths they
 * lie as in a matrix that begins with row 0, and no table is needed; otherwise tables say where
 * each starts. The rows are those that the array had when the layout was made.
 */
final class RowLayout implements Layout {
  private final ElementType type;

  /** The first accessed element of the outermost array. */
  private final int from;

  /** All accessed rows of primitives, those of one plane after those of the plane before. */
  private final Object[] rows;

  /** The numbers in {@code rows} at which planes start, and of the end; empty in two dimensions. */
  private final int[] planes;

  /** How many rows a plane has, if all have the same number. */
  private final int height;

  /** How many primitives a row has; -1 if they differ. */
  private final int columns;

  /** Where rows start, and where the last ends; empty if {@code columns} is known. */
  private final long[] starts;

  /**
   * Lays out the accessed part of an array.
   *
   * @param array {@code T[][]} or {@code T[][][]}
   * @param from the first element of it that is accessed
   * @param to one past the last
   * @throws IllegalArgumentException if it is something else
   */
  RowLayout(Object[] array, int from, int to) {
    this.from = from;
    if (array instanceof Object[][] box) {
      // Other threads may put other planes into the box while it is looked at.
      Object[][] accessed = Arrays.copyOfRange(box, from, to);
      this.type = ElementType.of(array.getClass().getComponentType().getComponentType());
      this.planes = planes(accessed);
      this.rows = rows(accessed);
      this.height = height();
    } else {
      this.type = ElementType.of(array.getClass().getComponentType());
      this.planes = new int[0];
      this.rows = Arrays.copyOfRange(array, from, to, Object[].class);
      this.height = 1;
    }
    this.columns = columns();
    this.starts = columns >= 0 ? new long[0] : starts();
  }

  private static int[] planes(Object[][] accessed) {
    int[] planes = new int[accessed.length + 1];
    for (int p = 0; p < accessed.length; p++) {
      planes[p + 1] = Math.addExact(planes[p], accessed[p] == null ? 0 : accessed[p].length);
    }
    return planes;
  }

  private Object[] rows(Object[][] accessed) {
    Object[] all = new Object[planes[accessed.length]];
    for (int p = 0; p < accessed.length; p++) {
      if (accessed[p] != null) {
        System.arraycopy(accessed[p], 0, all, planes[p], accessed[p].length);
      }
    }
    return all;
  }

  /** The common height of all planes, or -1. */
  private int height() {
    int first = planes.length > 1 ? planes[1] : 0;
    for (int p = 1; p < planes.length; p++) {
      if (planes[p] - planes[p - 1] != first) {
        return -1;
      }
    }
    return first;
  }

  private int columns() {
    int first = rows.length > 0 ? length(rows[0]) : 0;
    for (Object row : rows) {
      if (row == null || length(row) != first) {
        return -1;
      }
    }
    return height < 0 ? -1 : first;
  }

  private long[] starts() {
    long[] ends = new long[rows.length + 1];
    for (int r = 0; r < rows.length; r++) {
      ends[r + 1] = ends[r] + length(rows[r]);
    }
    return ends;
  }

  private int length(Object row) {
    return row == null ? 0 : type.length(row);
  }

  @Override
  public ElementType type() {
    return type;
  }

  @Override
  public long size() {
    return rowStart(rows.length);
  }

  @Override
  public long start(int index) {
    return rowStart(planes.length == 0 ? index - from : planes[index - from]);
  }

  private long rowStart(int row) {
    return columns < 0 ? starts[row] : ((long) from * height + row) * columns;
  }

  private int rowAt(long number) {
    if (columns >= 0) {
      return (int) (number / columns - (long) from * height);
    }
    // The last row that starts here is the one with elements.
    int least = 0;
    int most = rows.length - 1;
    while (least < most) {
      int middle = (least + most + 1) >>> 1;
      if (starts[middle] <= number) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    return least;
  }

  /** How many rows each plane has; 0 or more only if {@link #columns} is. */
  int planeHeight() {
    return height;
  }

  /** How many primitives each row has, or -1 if they differ. */
  int rowLength() {
    return columns;
  }

  /**
   * The tables that a kernel needs to find rows, in the order of its arguments. None if all rows
   * are equally long.
   */
  List<Table> tables() {
    if (columns >= 0) {
      return List.of();
    }
    int to = from + (planes.length == 0 ? rows.length : planes.length - 1);
    long[] outer = new long[to + 1];
    for (int i = from; i <= to; i++) {
      outer[i] = planes.length == 0 ? starts[i - from] : planes[i - from];
    }
    Table first = new Table(outer, from);
    return planes.length == 0 ? List.of(first) : List.of(first, new Table(starts, 0));
  }

  /**
   * A table of starts.
   *
   * @param entries one for each row or plane, and one for the end
   * @param from the first entry that is looked at
   */
  record Table(long[] entries, int from) {}

  @FunctionalInterface
  private interface Copy {
    void run(Object row, int from, int count, long offset);
  }

  private void each(long from, int count, Copy copy) {
    int row = rowAt(from);
    int skipped = (int) (from - rowStart(row));
    for (int done = 0; done < count; row++) {
      Object here = rows[row];
      int part = Math.min(length(here) - skipped, count - done);
      if (part > 0) {
        copy.run(here, skipped, part, type.bytes(done));
        done += part;
      }
      skipped = 0;
    }
  }

  @Override
  public void load(long from, int count, long address) {
    each(from, count, (row, at, part, offset) -> type.load(row, at, part, address + offset));
  }

  @Override
  public void store(long from, int count, long address) {
    each(from, count, (row, at, part, offset) -> type.store(row, at, part, address + offset));
  }

  @Override
  public void storeChanged(long from, int count, long address, long before) {
    each(
        from,
        count,
        (row, at, part, offset) ->
            type.storeChanged(row, at, part, address + offset, before + offset));
  }
}
