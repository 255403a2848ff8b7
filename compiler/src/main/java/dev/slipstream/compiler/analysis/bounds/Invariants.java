package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that invariant values have in one execution of a loop, computed as Java computes
 * them.
 */
final class Invariants {
  private static final Interval EVERY_ROW = new Interval(0, Integer.MAX_VALUE - 1L);

  private final Map<Value, Integer> positions;
  private final Object[] captures;
  private final ReadRows rows;
  private final Map<Value, Interval> touched = new HashMap<>();
  private final Expansions expansions;
  private final IdentityHashMap<Value, Polynomial> numeric = new IdentityHashMap<>();
  private final IdentityHashMap<Value, Long> known = new IdentityHashMap<>();
  private final Map<RowRange, Interval> knownLengths = new HashMap<>();
  private final Map<RowRange, int[]> widest = new HashMap<>();
  private final BitSet read = new BitSet();

  /**
   * @param positions the position of each captured value among the captures
   * @param captures the values that the call site passed
   */
  Invariants(Map<Value, Integer> positions, Object[] captures) {
    this(positions, captures, new Expansions(), null);
  }

  /**
   * The same, with what is known from earlier executions.
   *
   * @param expansions the polynomials of the loop's values
   * @param before the rows of an earlier execution; null if there was none
   */
  Invariants(
      Map<Value, Integer> positions,
      Object[] captures,
      Expansions expansions,
      @Nullable RowIdentities before) {
    this.expansions = expansions;
    this.positions = positions;
    this.captures = captures;
    this.rows = new ReadRows(captures, before);
  }

  /** The rows of captured arrays of arrays that were read up to now. */
  ReadRows rows() {
    return rows;
  }

  /**
   * The number of an invariant int or long value.
   *
   * @throws StaysOnHost if it depends on an array that is null, or divides by zero
   */
  long of(Value value) throws StaysOnHost {
    Long number = known.get(value);
    if (number == null) {
      number = compute(value);
      known.put(value, number);
    }
    return number;
  }

  private long compute(Value value) throws StaysOnHost {
    if (value instanceof Value.Constant constant) {
      return constant.number();
    }
    if (value instanceof Value.Length length) {
      return Array.getLength(array(length.array()));
    }
    if (value instanceof Value.Operation operation) {
      long left = of(operation.operands().get(0));
      long right = operation.operands().size() > 1 ? of(operation.operands().get(1)) : 0;
      return apply(operation, left, right);
    }
    if (value instanceof Value.Rounded rounded) {
      return rounded.of(((Number) capture(rounded.number())).doubleValue());
    }
    Object captured = capture(value);
    if (captured instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (captured instanceof Character character) {
      return character;
    }
    return ((Number) captured).longValue();
  }

  /** The polynomial of an int or long value. */
  Polynomial expand(Value value) {
    return expansions.of(value);
  }

  /** The polynomial of a value with invariant atoms replaced by their numbers. */
  Polynomial numeric(Value value) throws StaysOnHost {
    Polynomial known = numeric.get(value);
    if (known == null) {
      known = numeric(expand(value));
      numeric.put(value, known);
    }
    return known;
  }

  /** The polynomial with invariant atoms replaced by their numbers. */
  Polynomial numeric(Polynomial polynomial) throws StaysOnHost {
    try {
      Polynomial.Sum numbers = new Polynomial.Sum(polynomial.sum().length);
      for (Polynomial.Term term : polynomial.sum()) {
        long coefficient = term.coefficient();
        List<Value> varying = term.product();
        for (int a = varying.size() - 1; a >= 0; a--) {
          Value atom = varying.get(a);
          if (atom.isInvariant()) {
            coefficient = Math.multiplyExact(coefficient, of(atom));
            varying = without(varying, a);
          }
        }
        numbers.add(varying, coefficient);
      }
      return numbers.polynomial();
    } catch (ArithmeticException e) {
      throw StaysOnHost.unproven("an index does not fit in 64 bits");
    }
  }

  private static List<Value> without(List<Value> atoms, int position) {
    if (atoms.size() == 1) {
      return List.of();
    }
    List<Value> rest = new ArrayList<>(atoms);
    rest.remove(position);
    return List.copyOf(rest);
  }

  /**
   * The array that a captured value holds.
   *
   * @throws StaysOnHost if it is null
   */
  Object array(Value value) throws StaysOnHost {
    Object array;
    if (value instanceof Value.Row row) {
      Object[] all = (Object[]) array(row.array());
      long index = of(row.index());
      if (index < 0 || index >= all.length) {
        throw new StaysOnHost(value + " lies outside " + row.array());
      }
      boolean isCaptured = !(row.array() instanceof Value.Row);
      array = isCaptured ? row(all, (int) index) : all[(int) index];
    } else {
      array = capture(value);
    }
    if (array == null) {
      throw new StaysOnHost(value + " is null");
    }
    return array;
  }

  /**
   * The shortest and the longest of some rows of an array of arrays, or of its planes' rows.
   *
   * @param array the captured array of arrays
   * @param path the ranges of the indices that lead to the rows, one or two; indices outside the
   *     arrays are ignored
   * @throws StaysOnHost if the array, one of the rows or a plane on the way is null
   */
  Interval rowLengths(Value array, List<Interval> path) throws StaysOnHost {
    RowRange key = new RowRange(array, path);
    Interval lengths = knownLengths.get(key);
    if (lengths == null) {
      lengths = lengths((Object[]) array(array), path, array.toString());
      // Without any rows, none is too short, and none has an element.
      lengths = new Interval(Math.min(lengths.low(), lengths.high()), lengths.high());
      knownLengths.put(key, lengths);
    }
    return lengths;
  }

  private record RowRange(Value array, List<Interval> path) {
    RowRange {
      path = List.copyOf(path);
    }
  }

  private @Nullable Object row(Object[] all, int index) {
    ReadRows.Part part = rows.read(all, index, index + 1);
    return part.rows()[index - part.from()];
  }

  private Interval lengths(Object[] all, List<Interval> path, String name) throws StaysOnHost {
    int first = first(path.get(0), all.length);
    int past = past(path.get(0), all.length);
    ReadRows.Part part = rows.read(all, first, past);
    if (part.rowLength() >= 0 && first < past && path.size() == 1) {
      return Interval.of(part.rowLength());
    }
    return lengths(part.rows(), part.from(), first, past, path, name);
  }

  // A range under conditions that never hold may begin behind the array's end.
  private static int first(Interval range, int length) {
    return (int) Math.min(Math.max(0, range.low()), length);
  }

  private static int past(Interval range, int length) {
    return (int) Math.min(Math.max(-1, range.high()), length - 1L) + 1;
  }

  /**
   * The shortest and the longest of some rows.
   *
   * @param all an array, from one of its elements on
   * @param from the number of that element
   */
  private static Interval lengths(
      @Nullable Object[] all, int from, int first, int past, List<Interval> path, String name)
      throws StaysOnHost {
    long shortest = Integer.MAX_VALUE;
    long longest = 0;
    for (int r = first; r < past; r++) {
      Object row = all[r - from];
      if (row == null) {
        throw new StaysOnHost(name + "[" + r + "] is null");
      }
      if (path.size() == 1) {
        int length = Array.getLength(row);
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
      } else {
        Object[] plane = (Object[]) row;
        Interval inner = path.get(1);
        Interval lengths =
            lengths(
                plane,
                0,
                first(inner, plane.length),
                past(inner, plane.length),
                path.subList(1, path.size()),
                name + "[" + r + "]");
        shortest = Math.min(shortest, lengths.low());
        longest = Math.max(longest, lengths.high());
      }
    }
    return new Interval(shortest, longest);
  }

  /**
   * Notes which rows of a captured array of arrays the execution can touch. Without this it is
   * assumed that it can touch all.
   */
  void touches(Value array, Interval range) {
    touched.put(array, range);
  }

  /** Reads the rows of a captured array in a range; those outside the array are ignored. */
  void read(Object[] array, Interval range) {
    rows.read(array, first(range, array.length), past(range, array.length));
  }

  /** The rows that the execution can touch. */
  Interval touched(Value array) {
    return touched.getOrDefault(array, EVERY_ROW);
  }

  /**
   * The number of elements of the longest arrays below a captured array of arrays that the
   * execution can touch: of its rows, or of its planes and of their rows. Null ones are ignored.
   */
  int[] widest(Value array) throws StaysOnHost {
    return widest(array, touched(array));
  }

  /** The same of the rows in a range, and below; those outside the array are ignored. */
  int[] widest(Value array, Interval range) throws StaysOnHost {
    RowRange key = new RowRange(array, List.of(range));
    int[] known = widest.get(key);
    if (known == null) {
      known = new int[array.depth() - 1];
      Object[] all = (Object[]) array(array);
      int first = first(range, all.length);
      int past = past(range, all.length);
      ReadRows.Part part = rows.read(all, first, past);
      if (part.rowLength() >= 0 && first < past) {
        known[0] = part.rowLength();
        first = past;
      }
      for (int r = first; r < past; r++) {
        widen(part.rows()[r - part.from()], known, 0);
      }
      widest.put(key, known);
    }
    return known;
  }

  private static void widen(@Nullable Object row, int[] widest, int level) {
    if (row != null) {
      widest[level] = Math.max(widest[level], Array.getLength(row));
      if (row instanceof Object[] plane) {
        for (Object inner : plane) {
          widen(inner, widest, level + 1);
        }
      }
    }
  }

  /**
   * Whether the rows in a range, and their own rows, are all non-null and as long as the longest
   * that the execution can touch.
   */
  boolean isRectangular(Value array, Interval range) throws StaysOnHost {
    int[] widest = widest(array);
    Object[] all = (Object[]) array(array);
    ReadRows.Part part = rows.read(all, (int) range.low(), (int) range.high() + 1);
    if (part.rowLength() >= 0) {
      return part.rowLength() == widest[0];
    }
    for (int r = (int) range.low(); r <= range.high(); r++) {
      if (!isRectangular(part.rows()[r - part.from()], widest, 0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRectangular(@Nullable Object row, int[] widest, int level) {
    if (row == null || Array.getLength(row) != widest[level]) {
      return false;
    }
    if (row instanceof Object[] plane) {
      for (Object inner : plane) {
        if (!isRectangular(inner, widest, level + 1)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a capture is null. */
  boolean isNull(Value value) {
    Integer position = positions.get(value);
    return position != null && captured(position) == null;
  }

  private Object capture(Value value) {
    Integer position = positions.get(value);
    if (position == null) {
      throw new IllegalStateException(value + " was not captured");
    }
    return captured(position);
  }

  /** The capture at a position; null if the program passed null. */
  Object captured(int position) {
    read.set(position);
    return captures[position];
  }

  /** The positions of the captures that have been read up to now. */
  BitSet read() {
    return read;
  }

  private static long apply(Value.Operation operation, long left, long right) throws StaysOnHost {
    if (operation.operator().divides() && right == 0) {
      throw new StaysOnHost(operation + " divides by zero");
    }
    return operation.operator().apply(left, right, operation.kind());
  }
}
