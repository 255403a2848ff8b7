package dev.slipstream.compiler.analysis.bounds;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about the last executions of one loop, by what it depends on: the start value,
 * the captured numbers that were looked at, the lengths of arrays, and which captures are one
 * array. Where all of that is the same again, so is what was found. To find it takes tens of
 * microseconds, for arrays of arrays milliseconds, and most programs repeat a loop over arrays of
 * the same lengths. Keeps no array of the program from being collected. Thread-safe.
 *
 * @param <T> what is remembered
 */
public final class RememberedExecutions<T> {
  /** Enough for programs that go through several grids, or the planes of one, in turn. */
  private static final int MOST = 64;

  /** Of a number that nobody looked at, or an array that counts for itself. */
  private static final long[] ANYTHING = {};

  private final boolean byRows;
  private volatile List<Entry<T>> entries = List.of();

  /**
   * What was found once.
   *
   * @param numbers for each capture the number that it has to be, or an array's lengths on each
   *     level; {@link #ANYTHING} if it does not matter
   * @param firsts for each capture the first one that is the same array
   * @param rows the arrays themselves, if it depends on which they are
   */
  private record Entry<T>(
      int start, long[][] numbers, int[] firsts, Optional<RowIdentities> rows, T found) {
    boolean matches(int otherStart, Object[] captures) {
      if (start != otherStart || captures.length != firsts.length) {
        return false;
      }
      for (int i = 0; i < captures.length; i++) {
        if (numbers[i] != ANYTHING && !fits(captures[i], numbers[i])) {
          return false;
        }
      }
      for (int i = 0; i < captures.length; i++) {
        if (first(captures, i) != firsts[i]) {
          return false;
        }
      }
      return rows.isEmpty() || rows.get().areIn(captures);
    }
  }

  /**
   * What depends on lengths alone. Of arrays of arrays only those are remembered whose rows are all
   * of one length; whether they still are takes one walk over the rows.
   */
  public static <T> RememberedExecutions<T> byLengths() {
    return new RememberedExecutions<>(/* byRows= */ false);
  }

  /** What depends, where there are arrays of arrays, on which rows these have. */
  public static <T> RememberedExecutions<T> byRows() {
    return new RememberedExecutions<>(/* byRows= */ true);
  }

  private RememberedExecutions(boolean byRows) {
    this.byRows = byRows;
  }

  /**
   * What was found for an earlier execution of the same kind.
   *
   * @param start the outermost loop variable's value at the loop's entry
   * @param captures what the call site passed
   */
  public Optional<T> find(int start, Object[] captures) {
    List<Entry<T>> known = entries;
    for (int e = 0; e < known.size(); e++) {
      if (known.get(e).matches(start, captures)) {
        return Optional.of(known.get(e).found());
      }
    }
    return Optional.empty();
  }

  /** The arrays of an execution about which something is about to be found, where they matter. */
  Optional<RowIdentities> arrays(Object[] captures) {
    return byRows ? RowIdentities.of(captures) : Optional.empty();
  }

  /**
   * Remembers what was found, and forgets the oldest if that is too much.
   *
   * @param lookedAt the positions of the captured numbers that were looked at for it
   */
  public void add(int start, Object[] captures, BitSet lookedAt, T found) {
    add(start, captures, lookedAt, Optional.empty(), found);
  }

  /**
   * The same where the arrays matter.
   *
   * @param rows what {@link #arrays} gave before it was found; if another thread of the program has
   *     stored rows meanwhile nothing is remembered
   */
  void add(int start, Object[] captures, BitSet lookedAt, Optional<RowIdentities> rows, T found) {
    if (rows.isPresent() && !rows.get().areIn(captures)) {
      return;
    }
    long[][] numbers = new long[captures.length][];
    int[] firsts = new int[captures.length];
    for (int i = 0; i < captures.length; i++) {
      firsts[i] = first(captures, i);
      boolean counts = isNumber(captures[i]) ? lookedAt.get(i) : rows.isEmpty();
      numbers[i] = counts ? numbers(captures[i]) : ANYTHING;
      if (numbers[i] != ANYTHING && !fits(captures[i], numbers[i])) {
        return;
      }
    }
    List<Entry<T>> newestFirst = new ArrayList<>(MOST);
    newestFirst.add(new Entry<>(start, numbers, firsts, rows, found));
    List<Entry<T>> before = entries;
    newestFirst.addAll(before.subList(0, Math.min(before.size(), MOST - 1)));
    // Threads may overwrite each other's: then it is found again.
    entries = List.copyOf(newestFirst);
  }

  private static boolean isNumber(@Nullable Object captured) {
    return captured instanceof Number
        || captured instanceof Boolean
        || captured instanceof Character;
  }

  /** The first capture that is the same array as one of them; numbers stand for themselves. */
  private static int first(Object[] captures, int position) {
    Object captured = captures[position];
    if (captured == null || isNumber(captured)) {
      return position;
    }
    int first = 0;
    while (captures[first] != captured) {
      first++;
    }
    return first;
  }

  /** A number, the length of an array, or that it is null. */
  private static long number(@Nullable Object captured) {
    if (captured == null) {
      return -1;
    }
    if (captured instanceof Number number) {
      return number.longValue();
    }
    if (captured instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    return captured instanceof Character character ? character : Array.getLength(captured);
  }

  /** All that can matter of a capture. */
  private static long[] numbers(@Nullable Object captured) {
    if (!(captured instanceof Object[])) {
      return new long[] {number(captured)};
    }
    List<Long> lengths = new ArrayList<>();
    for (@Nullable Object level = captured; level != null; level = firstRow(level)) {
      lengths.add((long) Array.getLength(level));
    }
    return lengths.stream().mapToLong(length -> length).toArray();
  }

  private static @Nullable Object firstRow(Object array) {
    return array instanceof Object[] rows && rows.length > 0 ? rows[0] : null;
  }

  private static boolean fits(@Nullable Object captured, long[] numbers) {
    return captured instanceof Object[] rows
        ? hasLengths(rows, numbers, 0)
        : number(captured) == numbers[0];
  }

  private static boolean hasLengths(Object[] rows, long[] lengths, int level) {
    if (rows.length != lengths[level]) {
      return false;
    }
    for (Object row : rows) {
      if (row instanceof Object[] plane
          ? lengths.length <= level + 1 || !hasLengths(plane, lengths, level + 1)
          : row == null
              || lengths.length != level + 2
              || Array.getLength(row) != lengths[level + 1]) {
        return false;
      }
    }
    return true;
  }
}
