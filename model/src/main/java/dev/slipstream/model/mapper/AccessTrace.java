package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One case of an access, followed through the iterations of a chunk, box by box. Each box contains
 * the elements that it touches while some variables are fixed and the others run through all their
 * values. That is possible where chunks are small, and useful where no single box contains exactly
 * the touched elements. The variables are those of the parallel loops, then those of the inner
 * loops around the access, outermost first. Immutable.
 *
 * @param clip the iterations in which the case can occur
 * @param loops the values of the parallel loops' variables
 * @param turns the values of the inner loops' variables
 * @param fixed the variables that are fixed in a box
 * @param tests further conditions under which the access is reached, on fixed variables
 * @param axes the index on each axis of the array, or for a flat array the number of the element
 * @param shape the array's axes
 */
public record AccessTrace(
    Box clip,
    List<Steps> loops,
    List<Turns> turns,
    Set<Integer> fixed,
    List<Test> tests,
    List<Formula> axes,
    ArrayShape shape) {
  /** With more boxes than this, one large box is as good for comparing regions. */
  private static final int MOST_BOXES = 64;

  /** The most places of a chunk that are visited. */
  private static final int MOST_PLACES = 4 * MOST_BOXES;

  /** Copies the lists and the set. */
  public AccessTrace {
    loops = List.copyOf(loops);
    turns = List.copyOf(turns);
    fixed = Set.copyOf(fixed);
    tests = List.copyOf(tests);
    axes = List.copyOf(axes);
  }

  /**
   * The values of a parallel loop's variable.
   *
   * @param first in the first iteration
   * @param step its increment
   */
  public record Steps(long first, long step) {}

  /**
   * The values of an inner loop's variable; its bounds are computed from fixed variables.
   *
   * @param first in the first turn
   * @param step its increment, not 0
   * @param limit the variable remains below it, or above it if it decreases
   * @param meets whether the loop ends only when the variable equals the limit
   * @param largest the largest value; beyond it, and below {@code -largest - 1}, the variable wraps
   *     around
   */
  public record Turns(Formula first, long step, Formula limit, boolean meets, long largest) {
    /**
     * The number of turns.
     *
     * @throws ArithmeticException if the variable would wrap around
     */
    private long count(long from, long[] values) {
      long distance = Math.subtractExact(limit.least(values), from);
      long turns = Math.max(0, -Math.floorDiv(-distance, step));
      long past = Math.addExact(from, Math.multiplyExact(turns, step));
      boolean isMissed = meets && past != Math.addExact(from, distance);
      if (isMissed || past > largest || past < -largest - 1) {
        throw new ArithmeticException("an inner loop's variable wraps around");
      }
      return turns;
    }
  }

  /**
   * A comparison.
   *
   * @param less whether it holds if left is less than right
   * @param equal whether it holds if both are equal
   * @param greater whether it holds if left is greater
   */
  public record Test(Formula left, Formula right, boolean less, boolean equal, boolean greater) {
    private boolean holds(long[] values) {
      int order = Long.compare(left.least(values), right.least(values));
      return order < 0 ? less : order == 0 ? equal : greater;
    }
  }

  /**
   * Exactly the elements that accesses touch in a chunk.
   *
   * @param accesses all accesses of one direction to an array, each case of each of them
   * @param chunk iterations, counted from 0 along each loop; not empty
   * @return boxes that may overlap; empty if there are too many of them, or no accesses
   */
  static Optional<List<Box>> boxes(List<AccessTrace> accesses, Box chunk) {
    if (accesses.isEmpty()) {
      return Optional.empty();
    }
    Followed followed = new Followed();
    for (AccessTrace access : accesses) {
      if (!access.addBoxes(chunk, followed)) {
        return Optional.empty();
      }
    }
    return Optional.of(followed.boxes);
  }

  /** The boxes that were found in a chunk up to now. */
  private static final class Followed {
    private final List<Box> boxes = new ArrayList<>();
    private int places;

    /** Adds a box that is not empty; joins it to the last one if it continues that one. */
    boolean add(Box box) {
      int last = boxes.size() - 1;
      if (last >= 0 && boxes.get(last).unitesWith(box)) {
        boxes.set(last, boxes.get(last).bounding(box));
      } else {
        boxes.add(box);
      }
      return boxes.size() <= MOST_BOXES;
    }
  }

  /**
   * Adds the boxes of a chunk.
   *
   * @return false if there are too many, or if they cannot be determined
   */
  private boolean addBoxes(Box chunk, Followed followed) {
    Box own = clip.intersection(chunk);
    if (own.isEmpty()) {
      return true;
    }
    double places = 1;
    for (int d = 0; d < loops.size(); d++) {
      places *= fixed.contains(d) ? own.extent(d) : 1;
    }
    try {
      return places <= MOST_BOXES
          && follow(0, own, new long[2 * (loops.size() + turns.size())], followed);
    } catch (ArithmeticException unknown) {
      return false;
    }
  }

  /**
   * Follows the values of a variable and of those behind it.
   *
   * @param values for each variable before it the first value and the first one behind the last
   */
  private boolean follow(int variable, Box chunk, long[] values, Followed followed) {
    if (variable == loops.size() + turns.size()) {
      return addBox(values, followed);
    }
    long first;
    long step;
    long count;
    if (variable < loops.size()) {
      step = loops.get(variable).step;
      first =
          Math.addExact(loops.get(variable).first, Math.multiplyExact(chunk.min(variable), step));
      count = chunk.extent(variable);
    } else {
      Turns inner = turns.get(variable - loops.size());
      step = inner.step;
      first = inner.first.least(values);
      count = inner.count(first, values);
    }
    if (!fixed.contains(variable) && count > 0) {
      long last = Math.addExact(first, Math.multiplyExact(count - 1, step));
      values[2 * variable] = Math.min(first, last);
      values[2 * variable + 1] = Math.max(first, last) + 1;
      return follow(variable + 1, chunk, values, followed);
    }
    for (long turn = 0; turn < count; turn++) {
      values[2 * variable] = Math.addExact(first, Math.multiplyExact(turn, step));
      values[2 * variable + 1] = values[2 * variable] + 1;
      if (++followed.places > MOST_PLACES || !follow(variable + 1, chunk, values, followed)) {
        return false;
      }
    }
    return true;
  }

  private boolean addBox(long[] values, Followed followed) {
    for (Test test : tests) {
      if (!test.holds(values)) {
        return true;
      }
    }
    // If an index is out of range, the kernel detects that, and its results are discarded.
    boolean isElement = axes.size() < shape.extents().size();
    long[] ends = Box.SCALAR.ends();
    for (int axis = 0; axis < axes.size(); axis++) {
      long extent = shape.extents().get(axis) * (isElement ? shape.strides().get(0) : 1);
      ends[2 * axis] = Math.max(0, axes.get(axis).least(values));
      ends[2 * axis + 1] = Math.min(extent, axes.get(axis).most(values) + 1);
    }
    Box box = Box.ofEnds(ends);
    return box.isEmpty()
        || (isElement ? addElements(box.min0(), box.max0() - 1, followed) : followed.add(box));
  }

  /** Adds consecutive elements of a flat array, if they are in one row. */
  private boolean addElements(long first, long last, Followed followed) {
    long[] ends = Box.SCALAR.ends();
    long from = first;
    long to = last;
    for (int axis = 0; axis < shape.strides().size(); axis++) {
      long stride = shape.strides().get(axis);
      if (from / stride != to / stride) {
        return false;
      }
      ends[2 * axis] = from / stride;
      ends[2 * axis + 1] = from / stride + 1;
      from %= stride;
      to %= stride;
    }
    ends[2 * shape.strides().size()] = from;
    ends[2 * shape.strides().size() + 1] = to + 1;
    return followed.add(Box.ofEnds(ends));
  }
}
