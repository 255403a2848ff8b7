package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.analysis.bounds.ReadRows.Part;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The identities of the arrays that an execution captures, and of the rows that its plan has read.
 * A comparison takes about a nanosecond for each row. The references are weak: the next garbage
 * collection may clear them, so that no array is kept alive.
 */
final class RowIdentities {
  /** With more rows a comparison may take longer than the loop. */
  private static final int MOST = 1 << 20;

  private final WeakReference<@Nullable Object[]> captures;
  private final WeakReference<@Nullable Part[]> parts;

  private RowIdentities(@Nullable Object[] captures, @Nullable Part[] parts) {
    this.captures = new WeakReference<>(captures);
    this.parts = new WeakReference<>(parts);
  }

  /** Whether an execution captures an array of arrays. */
  static boolean matter(Object[] captures) {
    for (Object capture : captures) {
      if (capture instanceof Object[]) {
        return true;
      }
    }
    return false;
  }

  /**
   * The identities of an execution's arrays.
   *
   * @return empty if too many rows were read
   */
  static Optional<RowIdentities> of(ReadRows read) {
    return of(read, /* measures= */ false);
  }

  /** The same, with the length of the rows. */
  static Optional<RowIdentities> measured(ReadRows read) {
    return of(read, /* measures= */ true);
  }

  private static Optional<RowIdentities> of(ReadRows read, boolean measures) {
    Object[] captures = read.captures();
    @Nullable Object[] arrays = new @Nullable Object[captures.length];
    @Nullable Part[] parts = new @Nullable Part[captures.length];
    long count = 0;
    for (int c = 0; c < captures.length; c++) {
      arrays[c] = isArray(captures[c]) ? captures[c] : null;
      Part part = read.of(c);
      if (part != null) {
        int length = part.rowLength() < 0 && measures ? rowLength(part.rows()) : part.rowLength();
        // Earlier identities are not kept.
        parts[c] = new Part(part.from(), part.rows(), length, null);
        count += count(part.rows());
      }
    }
    return count > MOST ? Optional.empty() : Optional.of(new RowIdentities(arrays, parts));
  }

  /** Whether an execution captures the same arrays, and those rows are still in them. */
  boolean areIn(Object[] others) {
    @Nullable Part[] known = parts.get();
    if (known == null || !areCaptured(others)) {
      return false;
    }
    for (int c = 0; c < known.length; c++) {
      Part part = known[c];
      if (part != null
          && !areSame(part.rows(), 0, (Object[]) others[c], part.from(), part.rows().length)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A part with what is known about its rows, if it is a part of these.
   *
   * @param capture the position of the array among the captures
   */
  Part recognize(int capture, Object[] array, Part part) {
    @Nullable Object[] arrays = captures.get();
    @Nullable Part[] all = parts.get();
    boolean isCaptured = arrays != null && capture < arrays.length && arrays[capture] == array;
    Part mine = isCaptured && all != null ? all[capture] : null;
    return mine != null && includes(mine, part)
        ? new Part(part.from(), part.rows(), mine.rowLength(), this)
        : part;
  }

  private static boolean includes(Part part, Part its) {
    return part.contains(its.from(), its.to())
        && areSame(its.rows(), 0, part.rows(), its.from() - part.from(), its.rows().length);
  }

  /** Whether the plan of an execution with the same arrays has read no other rows than these. */
  boolean include(ReadRows read) {
    @Nullable Part[] known = parts.get();
    if (known == null || !areCaptured(read.captures())) {
      return false;
    }
    for (int c = 0; c < known.length; c++) {
      Part part = known[c];
      Part its = read.of(c);
      if (its == null || its.rows().length == 0) {
        continue;
      }
      if (its.known() != this && (part == null || !includes(part, its))) {
        return false;
      }
    }
    return true;
  }

  private boolean areCaptured(Object[] others) {
    @Nullable Object[] known = captures.get();
    if (known == null || known.length != others.length) {
      return false;
    }
    for (int c = 0; c < known.length; c++) {
      if (isArray(others[c]) ? known[c] != others[c] : known[c] != null) {
        return false;
      }
    }
    return true;
  }

  private static boolean isArray(@Nullable Object value) {
    return value != null && value.getClass().isArray();
  }

  private static long count(@Nullable Object[] rows) {
    long count = rows.length;
    for (Object row : rows) {
      if (!(row instanceof Object[] plane)) {
        break;
      }
      count += count(plane);
    }
    return count;
  }

  /** The length of all rows of numbers; unknown if there are none, or they differ. */
  private static int rowLength(@Nullable Object[] rows) {
    int length = Part.UNKNOWN;
    for (Object row : rows) {
      if (row == null || row instanceof Object[]) {
        return Part.UNKNOWN;
      }
      int its = Array.getLength(row);
      if (length >= 0 && its != length) {
        return Part.UNKNOWN;
      }
      length = its;
    }
    return length;
  }

  private static boolean areSame(
      @Nullable Object[] rows, int from, @Nullable Object[] others, int otherFrom, int count) {
    for (int r = 0; r < count; r++) {
      Object row = rows[from + r];
      Object other = others[otherFrom + r];
      if (row != other
          && !(row instanceof Object[] plane
              && other instanceof Object[] its
              && plane.length == its.length
              && areSame(plane, 0, its, 0, plane.length))) {
        return false;
      }
    }
    return true;
  }
}
