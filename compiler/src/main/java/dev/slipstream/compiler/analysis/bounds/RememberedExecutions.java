package dev.slipstream.compiler.analysis.bounds;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caches results about the last executions of one loop. The key is everything that a result depends
 * on: the start value, the captured numbers that were read, the lengths of arrays, and which
 * captures are the same array. Computing a result takes tens of microseconds, for arrays of arrays
 * milliseconds, and most programs repeat a loop with arrays of the same lengths. Keeps no array of
 * the program from being collected. Thread-safe.
 *
 * @param <T> the type of the results
 */
public final class RememberedExecutions<T> {
  /** Enough for programs that use several grids, or the planes of one, in turn. */
  private static final int MOST = 64;

  /** The key for a number that was not read, or for an array that is compared by itself. */
  private static final long[] ANYTHING = {};

  /** Enough for loops whose bounds change, but are used a few times in sequence. */
  private static final int FEW = 8;

  /**
   * While nothing is found, {@link #MOST} and {@link #FEW} are kept for so many results in turn.
   */
  private static final int TURN = 2 * MOST;

  private final boolean byRows;
  private volatile List<Entry<T>> entries = List.of();

  /** How many results were not found since one was; not exact if several threads count. */
  private int missed;

  /**
   * One cached result.
   *
   * @param numbers for each capture the required number, or an array's lengths on each level;
   *     {@link #ANYTHING} if it does not matter
   * @param firsts for each capture the first one that is the same array
   * @param rows the arrays themselves, if the result depends on their identity
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
   * A cache for results that depend on lengths alone. It keeps results for an array of arrays only
   * if all its rows have the same length; checking that takes one walk over the rows.
   */
  public static <T> RememberedExecutions<T> byLengths() {
    return new RememberedExecutions<>(/* byRows= */ false);
  }

  /** A cache for results that also depend on the identity of the rows of arrays of arrays. */
  public static <T> RememberedExecutions<T> byRows() {
    return new RememberedExecutions<>(/* byRows= */ true);
  }

  private RememberedExecutions(boolean byRows) {
    this.byRows = byRows;
  }

  /**
   * The result for an earlier execution with the same key.
   *
   * @param start the outermost loop variable's value at the loop's entry
   * @param captures the values that the call site passed
   */
  public Optional<T> find(int start, Object[] captures) {
    List<Entry<T>> known = entries;
    for (int e = 0; e < known.size(); e++) {
      if (known.get(e).matches(start, captures)) {
        if (missed != 0) {
          missed = 0;
        }
        return Optional.of(known.get(e).found());
      }
    }
    return Optional.empty();
  }

  /**
   * Adds a result; removes the oldest ones if the cache is full, or if none is found again.
   *
   * @param numbersRead the positions of the captured numbers on which the result depends
   */
  public void add(int start, Object[] captures, BitSet numbersRead, T found) {
    add(start, captures, numbersRead, Optional.empty(), found);
  }

  /**
   * Adds a result that depends on the identity of arrays, if any is an array of arrays.
   *
   * @param read the rows that were read
   */
  void add(int start, Object[] captures, BitSet numbersRead, ReadRows read, T found) {
    if (!byRows || !RowIdentities.matter(captures)) {
      add(start, captures, numbersRead, Optional.empty(), found);
      return;
    }
    Optional<RowIdentities> rows = RowIdentities.of(read);
    if (rows.isPresent()) {
      add(start, captures, numbersRead, rows, found);
    }
  }

  private void add(
      int start, Object[] captures, BitSet numbersRead, Optional<RowIdentities> rows, T found) {
    missed++;
    long[][] numbers = new long[captures.length][];
    int[] firsts = new int[captures.length];
    for (int i = 0; i < captures.length; i++) {
      firsts[i] = first(captures, i);
      boolean counts = isNumber(captures[i]) ? numbersRead.get(i) : rows.isEmpty();
      numbers[i] = counts ? numbers(captures[i]) : ANYTHING;
      if (numbers[i] != ANYTHING && !fits(captures[i], numbers[i])) {
        return;
      }
    }
    List<Entry<T>> newestFirst = new ArrayList<>(MOST);
    newestFirst.add(new Entry<>(start, numbers, firsts, rows, found));
    List<Entry<T>> before = entries;
    // To compare each execution with many that do not come again takes as long as a simple proof.
    int most = missed / TURN % 2 == 0 ? MOST : FEW;
    int kept = Math.min(before.size(), most - 1);
    newestFirst.addAll(before.subList(0, kept));
    // Threads may overwrite each other's entries, which are then computed again.
    entries = List.copyOf(newestFirst);
  }

  private static boolean isNumber(@Nullable Object captured) {
    return captured instanceof Number
        || captured instanceof Boolean
        || captured instanceof Character;
  }

  /** The position of the first capture that is the same array; for numbers their own position. */
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

  /**
   * The key of a capture on its first level: a number, the length of an array, or a mark for null.
   */
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

  /** The complete key of a capture. */
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
