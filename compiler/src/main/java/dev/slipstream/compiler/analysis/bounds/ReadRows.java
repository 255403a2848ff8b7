package dev.slipstream.compiler.analysis.bounds;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of captured arrays of arrays that the plan of one execution reads. Each is read from the
 * program's array once, so a plan is about the rows in here even if another thread of the program
 * stores others meanwhile. A loop that uses one row of many does not pay for all.
 */
final class ReadRows {
  private final @Nullable Part[] parts;
  private final Object[] captures;
  private final @Nullable RowIdentities known;

  /**
   * A part of an array of arrays.
   *
   * @param from the first row of the part
   * @param rows its rows; planes are copies with all rows of the program's planes
   * @param rowLength the length of all rows, if that is known; else -1
   * @param known the identities that include the rows; null if none are known to
   */
  record Part(int from, @Nullable Object[] rows, int rowLength, @Nullable RowIdentities known) {
    static final int UNKNOWN = -1;

    Part(int from, @Nullable Object[] rows) {
      this(from, rows, UNKNOWN, null);
    }

    int to() {
      return from + rows.length;
    }

    /** Whether it contains some rows. */
    boolean contains(int first, int past) {
      return first >= from && past <= to();
    }
  }

  /**
   * @param known the rows of an earlier execution; null if there was none
   */
  ReadRows(Object[] captures, @Nullable RowIdentities known) {
    this.captures = captures;
    this.known = known;
    this.parts = new @Nullable Part[captures.length];
  }

  /** The number of rows or planes that were read up to now. */
  int count() {
    int count = 0;
    for (Part part : parts) {
      count += part == null ? 0 : part.rows().length;
    }
    return count;
  }

  /** The part of an array that is captured; null if none was read. */
  @Nullable Part of(Object[] array) {
    return parts[place(array)];
  }

  /** A captured array of numbers itself, or all rows of an array of arrays. */
  @Nullable Object all(@Nullable Object capture) {
    return capture instanceof Object[] array ? read(array, 0, array.length).rows() : capture;
  }

  private int place(Object[] array) {
    int capture = 0;
    while (captures[capture] != array) {
      capture++;
    }
    return capture;
  }

  /** The captures whose rows are read. */
  Object[] captures() {
    return captures;
  }

  /** The part of a capture that was read up to now; null if there is none. */
  @Nullable Part of(int capture) {
    return parts[capture];
  }

  /**
   * Reads rows that were not read before.
   *
   * @param array one of the captures
   * @return a part that contains the rows; an empty range is in any part
   */
  Part read(Object[] array, int first, int past) {
    int capture = place(array);
    Part before = parts[capture];
    if (before != null && (first >= past || before.contains(first, past))) {
      return before;
    }
    Part more;
    if (before == null || before.rows().length == 0) {
      more = new Part(first, copy(array, first, Math.max(first, past)));
    } else {
      int from = Math.min(first, before.from());
      @Nullable Object[] rows = new @Nullable Object[Math.max(past, before.to()) - from];
      put(copy(array, from, before.from()), rows, 0);
      put(before.rows(), rows, before.from() - from);
      put(copy(array, before.to(), from + rows.length), rows, before.to() - from);
      more = new Part(from, rows);
    }
    more = known == null ? more : known.recognize(capture, array, more);
    parts[capture] = more;
    return more;
  }

  /** Reads all rows of all captures. */
  static ReadRows all(Object[] captures) {
    ReadRows all = new ReadRows(captures, null);
    for (Object capture : captures) {
      if (capture instanceof Object[] array) {
        all.read(array, 0, array.length);
      }
    }
    return all;
  }

  private static void put(@Nullable Object[] rows, @Nullable Object[] into, int at) {
    System.arraycopy(rows, 0, into, at, rows.length);
  }

  private static @Nullable Object[] copy(Object[] array, int from, int to) {
    @Nullable Object[] rows = Arrays.copyOfRange(array, from, to, Object[].class);
    if (array.getClass().getComponentType().getComponentType().isArray()) {
      for (int r = 0; r < rows.length; r++) {
        rows[r] = rows[r] instanceof Object[] plane ? copy(plane, 0, plane.length) : null;
      }
    }
    return rows;
  }
}
