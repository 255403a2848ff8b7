package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Captured;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The mappers of the last executions of one loop, by what they depend on: the start value, the
 * captured numbers that were looked at, the lengths of arrays, and which captures are one array.
 * Most programs repeat a loop over arrays of the same lengths. Of arrays of arrays only those are
 * remembered whose rows are all of one length; whether they still are takes one walk over the rows.
 * Keeps no array of the program. Thread-safe.
 */
public final class RememberedMappers {
  /** Enough for programs that go through several grids in turn. */
  private static final int MOST = 8;

  /** Of a number that nobody looked at. */
  private static final long[] ANYTHING = {};

  private volatile List<Entry> entries = List.of();

  /**
   * The mappers of one shape.
   *
   * @param numbers for each capture the number that it has to be, or an array's lengths on each
   *     level; {@link #ANYTHING} if it does not matter
   * @param firsts for each capture the first one that is the same array
   */
  private record Entry(int start, long[][] numbers, int[] firsts, LoopMappers mappers) {
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
        if (Captured.first(captures, i) != firsts[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * The mappers of an execution: those of an earlier one of the same shape, or new ones.
   *
   * @param start the outermost loop variable's value at the loop's entry
   * @param captures what the call site passed
   * @param known what is known of the execution; asked only if no earlier one had the same shape
   * @param analysis finds its mappers
   * @return empty if nothing is known
   */
  public Optional<LoopMappers> find(
      int start,
      Object[] captures,
      Supplier<Optional<KnownExecution>> known,
      Function<KnownExecution, LoopMappers> analysis) {
    List<Entry> all = entries;
    for (int e = 0; e < all.size(); e++) {
      if (all.get(e).matches(start, captures)) {
        return Optional.of(all.get(e).mappers());
      }
    }
    Optional<KnownExecution> execution = known.get();
    Optional<LoopMappers> found = execution.map(analysis);
    if (found.isPresent()) {
      // Only now is it known which numbers were looked at.
      add(start, captures, execution.get().ranges().lookedAt(), found.get());
    }
    return found;
  }

  private void add(int start, Object[] captures, BitSet lookedAt, LoopMappers mappers) {
    long[][] numbers = new long[captures.length][];
    int[] firsts = new int[captures.length];
    for (int i = 0; i < captures.length; i++) {
      firsts[i] = Captured.first(captures, i);
      numbers[i] =
          Captured.isNumber(captures[i]) && !lookedAt.get(i) ? ANYTHING : numbers(captures[i]);
      if (numbers[i] != ANYTHING && !fits(captures[i], numbers[i])) {
        return;
      }
    }
    List<Entry> newestFirst = new ArrayList<>(MOST);
    newestFirst.add(new Entry(start, numbers, firsts, mappers));
    List<Entry> before = entries;
    newestFirst.addAll(before.subList(0, Math.min(before.size(), MOST - 1)));
    // Threads may overwrite each other's: then mappers are found again.
    entries = List.copyOf(newestFirst);
  }

  /** All that mappers can depend on of a capture. */
  private static long[] numbers(@Nullable Object captured) {
    if (captured instanceof Object[]) {
      List<Long> lengths = new ArrayList<>();
      for (@Nullable Object level = captured; level != null; level = firstRow(level)) {
        lengths.add((long) Array.getLength(level));
      }
      return lengths.stream().mapToLong(length -> length).toArray();
    }
    return new long[] {Captured.number(captured)};
  }

  private static @Nullable Object firstRow(Object array) {
    return array instanceof Object[] rows && rows.length > 0 ? rows[0] : null;
  }

  private static boolean fits(@Nullable Object captured, long[] numbers) {
    return captured instanceof Object[] rows
        ? hasLengths(rows, numbers, 0)
        : Captured.number(captured) == numbers[0];
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
