package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * One case of an access, followed through the iterations of a chunk, box by box: each of them is
 * what it touches while some variables stay the same and the others run through all their values.
 * That is possible where chunks are small, and serves where no box says exactly what is touched.
 * Immutable.
 *
 * @param clip the iterations for which the case may be
 * @param loops the parallel loops, whose variables come first
 * @param turns the inner loops around the access, outermost first, whose variables come next
 * @param fixed the variables that stay the same in a box
 * @param tests what else holds where the access is reached; of variables that stay the same
 * @param axes the index on each axis of the array, or of a flat array the number of the element
 * @param shape the array's axes
 */
record AccessTrace(
    IndexBox clip,
    List<Iterations> loops,
    List<Turns> turns,
    BitSet fixed,
    List<Test> tests,
    List<Index> axes,
    ArrayShape shape) {

  /**
   * What accesses touch in a chunk, all of it and nothing else.
   *
   * @param accesses all those of one direction to an array, each case of each of them
   * @param chunk its ends on each loop; not empty
   * @return boxes that may overlap; empty if there are too many of them, or no accesses
   */
  static Optional<List<IndexBox>> boxes(List<AccessTrace> accesses, long[] chunk) {
    if (accesses.isEmpty()) {
      return Optional.empty();
    }
    BoxCollector boxes = new BoxCollector();
    for (int a = 0; a < accesses.size(); a++) {
      if (!accesses.get(a).addBoxes(chunk, boxes)) {
        return Optional.empty();
      }
    }
    return Optional.of(boxes.boxes());
  }

  /** The turns of an inner loop; its ends are computed from variables that stay the same. */
  record Turns(CountedLoop loop, Formula initial, long step, Formula limit) {}

  /** A comparison. */
  record Test(Relation relation, Formula left, Formula right) {}

  /**
   * An index as a sum.
   *
   * @param factors of the variables that occur alone
   * @param others what is computed from variables that stay the same
   */
  record Index(long constant, long[] factors, List<Formula> others) {}

  /** The variables at one place of a chunk. */
  private static final class Place {
    private final long[] ends;
    private final long[] values;

    /** For each variable its smallest and its largest value in the box. */
    private final long[] least;

    private final long[] most;
    private final BoxCollector boxes;

    Place(long[] ends, int variables, BoxCollector boxes) {
      this.ends = ends;
      this.values = new long[variables];
      this.least = new long[variables];
      this.most = new long[variables];
      this.boxes = boxes;
    }

    boolean fix(int variable, long value) {
      values[variable] = value;
      least[variable] = value;
      most[variable] = value;
      return boxes.step();
    }
  }

  /**
   * Adds the boxes of a chunk.
   *
   * @param chunk its ends on each loop; not empty
   * @return false if there are more than are wanted, or they cannot be told
   */
  private boolean addBoxes(long[] chunk, BoxCollector boxes) {
    long[] own = chunk.clone();
    double places = 1;
    for (int d = 0; d < loops.size(); d++) {
      own[2 * d] = Math.max(own[2 * d], clip.min(d));
      own[2 * d + 1] = Math.min(own[2 * d + 1], clip.max(d));
      if (own[2 * d] >= own[2 * d + 1]) {
        return true;
      }
      places *= fixed.get(d) ? own[2 * d + 1] - own[2 * d] : 1;
    }
    if (places > BoxCollector.MOST_BOXES) {
      return false;
    }
    try {
      return follow(0, new Place(own, loops.size() + turns.size(), boxes));
    } catch (StaysOnHost | ArithmeticException unknown) {
      return false;
    }
  }

  private boolean follow(int variable, Place place) throws StaysOnHost {
    if (variable < loops.size()) {
      return followIterations(variable, place);
    }
    if (variable < loops.size() + turns.size()) {
      return followTurns(variable, place);
    }
    for (Test test : tests) {
      if (!test.relation().holds(test.left().at(place.values), test.right().at(place.values))) {
        return true;
      }
    }
    return addBox(place);
  }

  private boolean followIterations(int d, Place place) throws StaysOnHost {
    Iterations loop = loops.get(d);
    long from = place.ends[2 * d];
    long to = place.ends[2 * d + 1];
    if (!fixed.get(d)) {
      run(d, loop.first() + from * loop.step(), loop.step(), to - from, place);
      return follow(d + 1, place);
    }
    for (long it = from; it < to; it++) {
      if (!place.fix(d, loop.first() + it * loop.step()) || !follow(d + 1, place)) {
        return false;
      }
    }
    return true;
  }

  private boolean followTurns(int variable, Place place) throws StaysOnHost {
    Turns inner = turns.get(variable - loops.size());
    long first = inner.initial().at(place.values);
    long limit = inner.limit().at(place.values);
    long count = KnownExecution.turns(inner.loop(), first, inner.step(), limit);
    if (count == 0) {
      return true;
    }
    if (!fixed.get(variable)) {
      run(variable, first, inner.step(), count, place);
      return follow(variable + 1, place);
    }
    for (long turn = 0; turn < count; turn++) {
      if (!place.fix(variable, first + turn * inner.step()) || !follow(variable + 1, place)) {
        return false;
      }
    }
    return true;
  }

  private static void run(int variable, long first, long step, long count, Place place) {
    long last = first + (count - 1) * step;
    place.least[variable] = Math.min(first, last);
    place.most[variable] = Math.max(first, last);
  }

  private boolean addBox(Place place) {
    long[] ends = new long[2 * axes.size()];
    for (int axis = 0; axis < axes.size(); axis++) {
      Index index = axes.get(axis);
      long low = index.constant();
      for (Formula other : index.others()) {
        low = Math.addExact(low, other.at(place.values));
      }
      long high = low;
      for (int v = 0; v < index.factors().length; v++) {
        long factor = index.factors()[v];
        if (factor != 0) {
          long one = Math.multiplyExact(factor, place.least[v]);
          long other = Math.multiplyExact(factor, place.most[v]);
          low = Math.addExact(low, Math.min(one, other));
          high = Math.addExact(high, Math.max(one, other));
        }
      }
      // Where an index lies outside, the kernel finds out, and its results do not count.
      boolean isElement = axes.size() < shape.extents().size();
      long extent = shape.extents().get(axis) * (isElement ? shape.strides().get(0) : 1);
      ends[2 * axis] = Math.max(0, low);
      ends[2 * axis + 1] = Math.min(extent, high + 1);
      if (ends[2 * axis] >= ends[2 * axis + 1]) {
        return true;
      }
    }
    return axes.size() == shape.extents().size()
        ? place.boxes.add(ends)
        : addElements(ends[0], ends[1] - 1, place.boxes);
  }

  /** Elements of a flat array that follow each other, if they are in one row. */
  private boolean addElements(long first, long last, BoxCollector boxes) {
    long[] ends = new long[2 * shape.extents().size()];
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
    ends[ends.length - 2] = from;
    ends[ends.length - 1] = to + 1;
    return boxes.add(ends);
  }
}
