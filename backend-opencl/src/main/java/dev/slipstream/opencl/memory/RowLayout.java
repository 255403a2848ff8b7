package dev.slipstream.opencl.memory;

import dev.slipstream.model.kernel.ArrayRows;
import java.util.List;

/** The rows of an array of arrays in a buffer, and the tables by which a kernel finds them. */
final class RowLayout implements Layout {
  private final ElementType type;
  private final ArrayRows rows;

  /** The first accessed element of the outermost array. */
  private final int from;

  /** One past the last. */
  private final int to;

  /**
   * Lays out the accessed part of an array.
   *
   * @param array {@code T[][]} or {@code T[][][]}
   * @param from the first element of it that is accessed
   * @param to one past the last
   * @throws IllegalArgumentException if it is something else
   */
  RowLayout(Object[] array, int from, int to) {
    Class<?> inner = array.getClass().getComponentType().getComponentType();
    this.type =
        ElementType.of(array instanceof Object[][] ? inner : array.getClass().getComponentType());
    this.rows = new ArrayRows(array, from, to);
    this.from = from;
    this.to = to;
  }

  @Override
  public ElementType type() {
    return type;
  }

  @Override
  public long size() {
    return rows.size();
  }

  @Override
  public long start(int index) {
    return rows.start(index);
  }

  /** How many rows each plane has; 0 or more only if {@link #rowLength} is. */
  int planeHeight() {
    return rows.planeHeight();
  }

  /** How many primitives each row has, or -1 if they differ. */
  int rowLength() {
    return rows.rowLength();
  }

  /**
   * The tables that a kernel needs to find rows, in the order of its arguments. None if all rows
   * are equally long.
   */
  List<Table> tables() {
    if (rows.rowLength() >= 0) {
      return List.of();
    }
    boolean hasPlanes = rows.planes() >= 0;
    long[] outer = new long[to + 1];
    for (int i = from; i <= to; i++) {
      outer[i] = hasPlanes ? rows.firstRow(i - from) : rows.rowStart(i - from);
    }
    Table first = new Table(outer, from);
    return hasPlanes ? List.of(first, new Table(rowStarts(), 0)) : List.of(first);
  }

  private long[] rowStarts() {
    long[] starts = new long[rows.count() + 1];
    for (int r = 0; r < starts.length; r++) {
      starts[r] = rows.rowStart(r);
    }
    return starts;
  }

  /**
   * A table of starts.
   *
   * @param entries one for each row or plane, and one for the end
   * @param from the first entry that is looked at
   */
  record Table(long[] entries, int from) {}

  @Override
  public void load(long from, int count, long address) {
    rows.each(
        from,
        count,
        (row, at, part, before) -> type.load(row, at, part, address + type.bytes(before)));
  }

  @Override
  public void store(long from, int count, long address) {
    rows.each(
        from,
        count,
        (row, at, part, before) -> type.store(row, at, part, address + type.bytes(before)));
  }

  @Override
  public void storeChanged(long from, int count, long address, long old) {
    rows.each(
        from,
        count,
        (row, at, part, before) -> {
          long offset = type.bytes(before);
          type.storeChanged(row, at, part, address + offset, old + offset);
        });
  }
}
