package dev.slipstream.model.region;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The cells of a {@link RegionMap} along one axis: consecutive intervals, each with a value on the
 * last axis and with further cells on the axes before. Neighbours are never equal.
 */
final class Cells {
  private static final int FIRST_CAPACITY = 4;

  private long[] starts;
  private Object[] contents;
  private int size = 1;
  private final long end;

  Cells(long start, long end, Object content) {
    this.end = end;
    starts = new long[FIRST_CAPACITY];
    contents = new Object[FIRST_CAPACITY];
    starts[0] = start;
    contents[0] = content;
  }

  private Cells(Cells other) {
    end = other.end;
    size = other.size;
    starts = other.starts.clone();
    contents = other.contents.clone();
    for (int i = 0; i < size; i++) {
      contents[i] = copy(contents[i]);
    }
  }

  private static Object copy(Object content) {
    return content instanceof Cells cells ? new Cells(cells) : content;
  }

  int size() {
    return size;
  }

  long start(int cell) {
    return starts[cell];
  }

  long end(int cell) {
    return cell + 1 < size ? starts[cell + 1] : end;
  }

  Object content(int cell) {
    return contents[cell];
  }

  Cells inner(int cell) {
    return (Cells) contents[cell];
  }

  /** The cell that holds a point. */
  int at(long point) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= point) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Makes a point the start of a cell, and returns the number of that cell, or the size if the
   * point is the end.
   */
  int split(long point) {
    if (point == end) {
      return size;
    }
    int cell = at(point);
    if (starts[cell] == point) {
      return cell;
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      contents = Arrays.copyOf(contents, 2 * size);
    }
    System.arraycopy(starts, cell + 1, starts, cell + 2, size - cell - 1);
    System.arraycopy(contents, cell + 1, contents, cell + 2, size - cell - 1);
    starts[cell + 1] = point;
    contents[cell + 1] = copy(contents[cell]);
    size++;
    return cell + 1;
  }

  /** Sets the content of all cells from one to another, exclusive, and makes them one cell. */
  void fill(int from, int to, Object content) {
    contents[from] = content;
    remove(from + 1, to);
    join(from - 1, from + 1);
  }

  /** Changes the content of the cells from one to another, exclusive. */
  void change(int from, int to, UnaryOperator<Object> change) {
    for (int cell = from; cell < to; cell++) {
      contents[cell] = change.apply(contents[cell]);
    }
  }

  /** Joins equal neighbours among the cells from one to another, both inclusive if they exist. */
  void join(int from, int to) {
    int kept = Math.max(from, 0);
    int last = Math.min(to, size - 1);
    for (int cell = kept + 1; cell <= last; cell++) {
      if (!contents[cell].equals(contents[kept])) {
        kept++;
        starts[kept] = starts[cell];
        contents[kept] = contents[cell];
      }
    }
    remove(kept + 1, last + 1);
  }

  private void remove(int from, int to) {
    if (from >= to) {
      return;
    }
    System.arraycopy(starts, to, starts, from, size - to);
    System.arraycopy(contents, to, contents, from, size - to);
    int left = size - (to - from);
    Arrays.fill(contents, left, size, null);
    size = left;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cells cells
        && size == cells.size
        && Arrays.equals(starts, 0, size, cells.starts, 0, size)
        && Arrays.equals(contents, 0, size, cells.contents, 0, size);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(Arrays.copyOf(starts, size))
        + Arrays.hashCode(Arrays.copyOf(contents, size));
  }
}
