package dev.slipstream.model.kernel;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The rows of an array of arrays in the layout that devices use: in sequence, with their primitives
 * numbered from 0. The object describes a part of the array. If all rows of this part have equal
 * lengths, they are laid out as in a matrix that begins with row 0, and positions are computed;
 * otherwise tables contain the start of each row. The rows are those that the array has when the
 * object is created. Immutable.
 */
public final class ArrayRows {
  /** The first element of the outermost array in this part. */
  private final int from;

  private final int length;

  /** All rows of primitives in this part, plane by plane. */
  private final Object[] rows;

  /** The numbers in {@code rows} at which planes start, and of the end; empty in two dimensions. */
  private final int[] planes;

  private final int height;
  private final int columns;

  /** The start of each row, and the end of the last one; empty if {@code columns} is known. */
  private final long[] starts;

  /** An action on a part of a row. */
  @FunctionalInterface
  public interface Part {
    /**
     * Performs the action.
     *
     * @param row the row
     * @param from its first primitive
     * @param count the number of primitives, at least 1
     * @param before the number of primitives of preceding rows in the same call
     */
    void run(Object row, int from, int count, int before);
  }

  /**
   * Describes a part of an array.
   *
   * @param array {@code T[][]} or {@code T[][][]} of primitives; rows and planes may be null
   * @param from the first element of the part
   * @param to one past the last
   * @throws ArithmeticException if there are more rows than an array can have
   */
  public ArrayRows(Object[] array, int from, int to) {
    this.from = from;
    this.length = array.length;
    if (array instanceof Object[][] box) {
      // Other threads may store other planes in the box meanwhile.
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

  /** The number of elements of the outermost array. */
  public int length() {
    return length;
  }

  /** The first element of the outermost array in this part. */
  public int from() {
    return from;
  }

  /** The number of rows of primitives in this part, in all planes. */
  public int count() {
    return rows.length;
  }

  /** The number of planes in this part; -1 if the array has two dimensions. */
  public int planes() {
    return planes.length - 1;
  }

  /** The number of a plane's first row among the rows of this part, or of the end. */
  public int firstRow(int plane) {
    return planes[plane];
  }

  /** The number of rows of each plane; 1 in two dimensions, -1 if they differ. */
  public int planeHeight() {
    return height;
  }

  /** The number of primitives of each row; -1 if these, or the heights of planes, differ. */
  public int rowLength() {
    return columns;
  }

  /** The number of primitives for which memory is needed. */
  public long size() {
    return rowStart(rows.length);
  }

  /**
   * The number of the first primitive of an element of the outermost array.
   *
   * @param index an element of this part, or one past the last
   */
  public long start(int index) {
    return rowStart(planes.length == 0 ? index - from : planes[index - from]);
  }

  /**
   * The number of the first primitive of a row.
   *
   * @param row from 0 on among those of this part, or one past the last
   */
  public long rowStart(int row) {
    return columns < 0 ? starts[row] : ((long) from * height + row) * columns;
  }

  private int rowAt(long number) {
    if (columns >= 0) {
      return (int) (number / columns - (long) from * height);
    }
    // Of several rows with the same start only the last one has elements.
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

  /** Runs an action for {@code count} primitives from a number on, row by row. */
  public void each(long first, int count, Part part) {
    if (count == 0) {
      return;
    }
    int row = rowAt(first);
    int skipped = (int) (first - rowStart(row));
    for (int done = 0; done < count; row++) {
      Object here = rows[row];
      int some = Math.min(length(here) - skipped, count - done);
      if (some > 0) {
        part.run(here, skipped, some, done);
        done += some;
      }
      skipped = 0;
    }
  }
}
