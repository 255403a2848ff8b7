package dev.slipstream.model.kernel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

  /**
   * For each level between the outermost array and the rows, outermost first: the number of the
   * first element of each of its arrays, counted on the next level, and of the end. Empty in two
   * dimensions.
   */
  private final List<int[]> levels = new ArrayList<>();

  /** The length of the arrays of each of these levels; empty if {@code columns} is not known. */
  private final List<Integer> heights;

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
   * @param array {@code T[][]}, {@code T[][][]} or deeper, of primitives; rows and planes may be
   *     null
   * @param from the first element of the part
   * @param to one past the last
   * @throws ArithmeticException if there are more rows than an array can have
   */
  public ArrayRows(Object[] array, int from, int to) {
    this.from = from;
    this.length = array.length;
    // Other threads may store other arrays in this one meanwhile.
    Object[] seen = Arrays.copyOfRange(array, from, to, Object[].class);
    Class<?> element = array.getClass().getComponentType();
    while (element.getComponentType().isArray()) {
      int[] starts = starts(seen);
      levels.add(starts);
      seen = inside(seen, starts);
      element = element.getComponentType();
    }
    this.rows = seen;
    List<Integer> equal = equalHeights();
    this.columns = equal.size() == levels.size() ? columns() : -1;
    this.heights = columns < 0 ? List.of() : equal;
    this.starts = columns >= 0 ? new long[0] : starts();
  }

  private static int[] starts(Object[] arrays) {
    int[] starts = new int[arrays.length + 1];
    for (int p = 0; p < arrays.length; p++) {
      starts[p + 1] = Math.addExact(starts[p], length(arrays[p]));
    }
    return starts;
  }

  private static Object[] inside(Object[] arrays, int[] starts) {
    Object[] all = new Object[starts[arrays.length]];
    for (int p = 0; p < arrays.length; p++) {
      if (arrays[p] != null) {
        System.arraycopy(arrays[p], 0, all, starts[p], starts[p + 1] - starts[p]);
      }
    }
    return all;
  }

  /** The equal lengths of the arrays on each level, up to the first level where they differ. */
  private List<Integer> equalHeights() {
    List<Integer> equal = new ArrayList<>();
    for (int[] starts : levels) {
      int first = starts.length > 1 ? starts[1] : 0;
      for (int p = 1; p < starts.length; p++) {
        if (starts[p] - starts[p - 1] != first) {
          return equal;
        }
      }
      equal.add(first);
    }
    return equal;
  }

  private int columns() {
    int first = rows.length > 0 ? length(rows[0]) : 0;
    for (Object row : rows) {
      if (row == null || length(row) != first) {
        return -1;
      }
    }
    return first;
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

  /** The number of rows of primitives in this part, in all arrays. */
  public int count() {
    return rows.length;
  }

  /** The number of levels of arrays between the outermost array and the rows. */
  public int levels() {
    return levels.size();
  }

  /** The number of arrays of a level in this part. */
  public int count(int level) {
    return levels.get(level).length - 1;
  }

  /**
   * The first element of an array of a level.
   *
   * @param number the number of the array in this part, or one past the last
   * @return the number of its first element on the next level; below the last level these are rows
   */
  public int first(int level, int number) {
    return levels.get(level)[number];
  }

  /**
   * The length of the arrays of each level, outermost first: for {@code T[][][]} the height of its
   * planes. Empty if {@link #rowLength} is -1.
   */
  public List<Integer> heights() {
    return heights;
  }

  /** The number of primitives of each row; -1 if these, or the lengths on a level, differ. */
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
    int number = index - from;
    for (int[] level : levels) {
      number = level[number];
    }
    return rowStart(number);
  }

  /**
   * The number of the first primitive of a row.
   *
   * @param row from 0 on among those of this part, or one past the last
   */
  public long rowStart(int row) {
    return columns < 0 ? starts[row] : (rowsBefore() + row) * columns;
  }

  /** The number of rows in front of this part, if all rows are equal. */
  private long rowsBefore() {
    long before = from;
    for (int height : heights) {
      before *= height;
    }
    return before;
  }

  private int rowAt(long number) {
    if (columns >= 0) {
      return (int) (number / columns - rowsBefore());
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
