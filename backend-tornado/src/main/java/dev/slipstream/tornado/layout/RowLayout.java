package dev.slipstream.tornado.layout;

import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The rows of an array of arrays, one after the other. If all that are looked at have equal lengths
 * they lie as in a matrix that begins with row 0.
 */
final class RowLayout implements ArrayLayout {
  private final ElementKind kind;
  private final int length;

  /** The first element of the outermost array that is looked at. */
  private final int from;

  /**
   * All rows of primitives that are looked at, those of one plane after those of the one before.
   */
  private final Object[] rows;

  /** The numbers in {@code rows} at which planes start, and of the end; empty in two dimensions. */
  private final int[] planes;

  /** How many rows a plane has, if all have the same number; otherwise -1. */
  private final int height;

  /** How many primitives a row has; -1 if they differ, or planes do. */
  private final int columns;

  /** Where rows start, and where the last ends; empty if {@code columns} is known. */
  private final long[] starts;

  /**
   * @param array {@code T[][]} or {@code T[][][]}
   * @param from the first element of it that is looked at
   * @param to one past the last
   */
  RowLayout(Object[] array, int from, int to) {
    this.kind = ElementKind.ofArray(array.getClass().descriptorString());
    this.length = array.length;
    this.from = from;
    if (array instanceof Object[][] box) {
      // Other threads may put other planes into the box while it is looked at.
      Object[][] seen = Arrays.copyOfRange(box, from, to);
      this.planes = planes(seen);
      this.rows = rows(seen);
      this.height = height();
    } else {
      this.planes = new int[0];
      this.rows = Arrays.copyOfRange(array, from, to, Object[].class);
      this.height = 1;
    }
    this.columns = columns();
    this.starts = columns >= 0 ? new long[0] : starts();
  }

  private static int[] planes(Object[][] seen) {
    int[] planes = new int[seen.length + 1];
    for (int p = 0; p < seen.length; p++) {
      planes[p + 1] = Math.addExact(planes[p], seen[p] == null ? 0 : seen[p].length);
    }
    return planes;
  }

  private Object[] rows(Object[][] seen) {
    Object[] all = new Object[planes[seen.length]];
    for (int p = 0; p < seen.length; p++) {
      if (seen[p] != null) {
        System.arraycopy(seen[p], 0, all, planes[p], seen[p].length);
      }
    }
    return all;
  }

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

  private static int length(Object row) {
    return row == null ? 0 : Array.getLength(row);
  }

  @Override
  public ElementKind kind() {
    return kind;
  }

  @Override
  public long size() {
    return rowStart(rows.length);
  }

  @Override
  public long room() {
    return columns < 0
        ? ArrayLayout.roundedUp(size())
        : Math.max(size(), (long) length * height * columns);
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

  @Override
  public RowShape shape() {
    return new RowShape(columns, height);
  }

  @Override
  public int[] table() {
    return planes.length == 0 ? rowTable() : planeTable();
  }

  private int[] rowTable() {
    int[] table = new int[from + rows.length + 1];
    for (int r = 0; r <= rows.length; r++) {
      table[from + r] = (int) rowStart(r);
    }
    return table;
  }

  private int[] planeTable() {
    // Planes of equal rows begin with the first one of all, also if only others are looked at.
    int before = columns < 0 ? 0 : from * height;
    int[] table = new int[length + 1 + before + rows.length + 1];
    for (int p = 0; p < planes.length; p++) {
      table[from + p] = before + planes[p];
    }
    for (int r = 0; r <= rows.length; r++) {
      table[length + 1 + before + r] = (int) rowStart(r);
    }
    return table;
  }

  @FunctionalInterface
  private interface Copy {
    void run(Object row, int from, int count);
  }

  private void each(int first, int count, Copy copy) {
    if (count == 0) {
      return;
    }
    int row = rowAt(first);
    int skipped = (int) (first - rowStart(row));
    for (int done = 0; done < count; row++) {
      Object here = rows[row];
      int part = Math.min(length(here) - skipped, count - done);
      if (part > 0) {
        copy.run(here, skipped, part);
        done += part;
      }
      skipped = 0;
    }
  }

  @Override
  public void put(int first, int count, ByteBuffer target) {
    each(
        first,
        count,
        (row, at, part) -> ElementCopies.put(kind, row, at, part, piece(target, part)));
  }

  @Override
  public void get(int first, int count, ByteBuffer source) {
    each(
        first,
        count,
        (row, at, part) -> ElementCopies.get(kind, row, at, part, piece(source, part)));
  }

  @Override
  public void getChanged(int first, int count, ByteBuffer source, ByteBuffer before) {
    each(
        first,
        count,
        (row, at, part) ->
            ElementCopies.getChanged(
                kind, row, at, part, piece(source, part), piece(before, part)));
  }

  /** The next elements of a buffer, which moves on. */
  private ByteBuffer piece(ByteBuffer all, int count) {
    int bytes = count * kind.bytes();
    ByteBuffer piece = all.slice(all.position(), bytes).order(all.order());
    all.position(all.position() + bytes);
    return piece;
  }
}
