package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that invariant values have in one execution of a loop, computed as Java computes
 * them.
 */
final class Invariants {
  private final Map<Value, Integer> positions;
  private final Object[] captures;
  private final Map<Value, Long> known = new HashMap<>();
  private final Map<RowRange, Interval> knownLengths = new HashMap<>();
  private final Map<Value, int[]> widest = new HashMap<>();
  private final BitSet read = new BitSet();

  /**
   * @param positions the position of each captured value among the captures
   * @param captures the values that the call site passed
   */
  Invariants(Map<Value, Integer> positions, Object[] captures) {
    this.positions = positions;
    this.captures = captures;
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

  /**
   * The array that a captured value holds.
   *
   * @throws StaysOnHost if it is null
   */
  Object array(Value value) throws StaysOnHost {
    Object array;
    if (value instanceof Value.Row row) {
      Object[] rows = (Object[]) array(row.array());
      long index = of(row.index());
      if (index < 0 || index >= rows.length) {
        throw new StaysOnHost(value + " lies outside " + row.array());
      }
      array = rows[(int) index];
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

  private static Interval lengths(Object[] all, List<Interval> path, String name)
      throws StaysOnHost {
    Interval lengths = new Interval(Integer.MAX_VALUE, 0);
    Interval range = path.get(0);
    // A range under conditions that never hold may begin behind the array's end.
    int first = (int) Math.min(Math.max(0, range.low()), all.length);
    int last = (int) Math.min(Math.max(-1, range.high()), all.length - 1L);
    for (int r = first; r <= last; r++) {
      if (all[r] == null) {
        throw new StaysOnHost(name + "[" + r + "] is null");
      }
      lengths =
          lengths.hull(
              path.size() == 1
                  ? Interval.of(Array.getLength(all[r]))
                  : lengths((Object[]) all[r], path.subList(1, path.size()), name + "[" + r + "]"));
    }
    return lengths;
  }

  /**
   * The number of elements of the longest arrays below a captured array of arrays: of its rows, or
   * of its planes and of their rows. Null ones are ignored.
   */
  int[] widest(Value array) throws StaysOnHost {
    int[] known = widest.get(array);
    if (known == null) {
      known = new int[array.depth() - 1];
      widen((Object[]) array(array), known, 0);
      widest.put(array, known);
    }
    return known;
  }

  private static void widen(Object[] rows, int[] widest, int level) {
    for (Object row : rows) {
      if (row != null) {
        widest[level] = Math.max(widest[level], Array.getLength(row));
        if (row instanceof Object[] plane) {
          widen(plane, widest, level + 1);
        }
      }
    }
  }

  /**
   * Whether the rows in a range, and their own rows, are all non-null and as long as the longest.
   */
  boolean isRectangular(Value array, Interval range) throws StaysOnHost {
    int[] widest = widest(array);
    Object[] rows = (Object[]) array(array);
    for (int r = (int) range.low(); r <= range.high(); r++) {
      if (!isRectangular(rows[r], widest, 0)) {
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
