package dev.slipstream.compiler.analysis.bounds;

import java.lang.ref.WeakReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The identities of the arrays that an execution captures, and of their rows. A comparison takes
 * about a nanosecond for each row. The references are weak: the next garbage collection may clear
 * them, so that no array is kept alive.
 */
final class RowIdentities {
  /** With more rows a comparison may take longer than the loop. */
  private static final int MOST = 1 << 20;

  private final WeakReference<@Nullable Object[]> arrays;

  private RowIdentities(@Nullable Object[] arrays) {
    this.arrays = new WeakReference<>(arrays);
  }

  /**
   * The identities of an execution's arrays.
   *
   * @return empty if it captures no array of arrays, or arrays of too many rows
   */
  static Optional<RowIdentities> of(Object[] captures) {
    boolean any = false;
    int count = 0;
    for (Object capture : captures) {
      any |= capture instanceof Object[];
      count = Math.min(MOST, count) + count(capture);
    }
    if (!any || count > MOST) {
      return Optional.empty();
    }
    @Nullable Object[] found = new @Nullable Object[count];
    int next = 0;
    for (Object capture : captures) {
      next = put(capture, found, next);
    }
    return Optional.of(new RowIdentities(found));
  }

  /** Whether an execution captures the same arrays, with the same rows. */
  boolean areIn(Object[] captures) {
    @Nullable Object[] known = arrays.get();
    if (known == null) {
      return false;
    }
    int next = 0;
    for (Object capture : captures) {
      next = match(capture, known, next);
      if (next < 0) {
        return false;
      }
    }
    return next == known.length;
  }

  private static boolean isArray(@Nullable Object value) {
    return value == null || value.getClass().isArray();
  }

  private static int count(@Nullable Object value) {
    int count = isArray(value) ? 1 : 0;
    if (value instanceof Object[] rows) {
      for (Object row : rows) {
        count = Math.min(MOST, count) + count(row);
      }
    }
    return count;
  }

  /**
   * Adds an array and its rows; returns the next free position. Rows that the program stores
   * meanwhile may not all fit.
   */
  private static int put(@Nullable Object value, @Nullable Object[] found, int from) {
    int next = from;
    if (isArray(value) && next < found.length) {
      found[next++] = value;
    }
    if (value instanceof Object[] rows) {
      for (Object row : rows) {
        next = put(row, found, next);
      }
    }
    return next;
  }

  /** Compares an array and its rows; returns the position behind them, or -1 if one differs. */
  private static int match(@Nullable Object value, @Nullable Object[] known, int from) {
    int next = from;
    if (isArray(value)) {
      if (next >= known.length || known[next] != value) {
        return -1;
      }
      next++;
    }
    if (value instanceof Object[] rows) {
      for (Object row : rows) {
        next = match(row, known, next);
        if (next < 0) {
          return -1;
        }
      }
    }
    return next;
  }
}
