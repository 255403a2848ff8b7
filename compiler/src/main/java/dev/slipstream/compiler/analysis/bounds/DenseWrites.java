package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Determines whether a loop certainly writes every element of a range. Writes that run in every
 * iteration and differ only by constants, such as the three components of a pixel, are counted
 * together.
 */
final class DenseWrites {
  private final long grid;
  private final Map<Polynomial, Group> groups = new HashMap<>();

  /**
   * @param grid the distance between the elements that count: for example 2 if only even ones do
   */
  DenseWrites(long grid) {
    this.grid = grid;
  }

  /** Writes that differ only by constants. */
  private static final class Group {
    private final List<Stride> strides;
    private final TreeSet<Long> offsets = new TreeSet<>();
    private Interval hull;

    Group(List<Stride> strides, Interval hull) {
      this.strides = strides;
      this.hull = hull;
    }

    boolean covers(long elements) {
      long apart =
          offsets.size() == 1 ? 0 : (offsets.last() - offsets.first()) / (offsets.size() - 1);
      long next = offsets.first();
      for (long offset : offsets) {
        if (offset != next) {
          return false;
        }
        next += apart;
      }
      List<Stride> loops = new ArrayList<>(strides);
      // Evenly spaced starts act as one more loop.
      loops.add(new Stride(apart, offsets.size()));
      Collections.sort(loops);
      long run = 1;
      for (Stride loop : loops) {
        if (loop.count() > 1 && loop.length() > run) {
          return false;
        }
        run += loop.length() * (loop.count() - 1);
      }
      return run == elements;
    }
  }

  /**
   * Adds a write that runs in each iteration of some loops.
   *
   * @param index the index, with numbers for all that is invariant
   * @param loops for each loop variable the step and the number of iterations, both positive
   * @param range from the first to the last element that it writes
   */
  void add(Polynomial index, Map<Value, Stride> loops, Interval range) {
    Polynomial varying = index.varying();
    List<Stride> strides = new ArrayList<>();
    for (Polynomial.Term term : varying.sum()) {
      Value atom = term.atom();
      Stride loop = atom == null ? null : loops.get(atom);
      if (loop == null) {
        return;
      }
      strides.add(new Stride(Math.abs(term.coefficient() * loop.length()) / grid, loop.count()));
    }
    Group group = groups.get(varying);
    if (group == null) {
      group = new Group(strides, range);
      groups.put(varying, group);
    }
    group.offsets.add(Math.floorDiv(index.constant(), grid));
    group.hull = group.hull.hull(range);
  }

  /**
   * The ranges that are written by those groups of writes that leave no gap, in no particular
   * order.
   */
  List<Interval> withoutGaps() {
    List<Interval> ranges = new ArrayList<>();
    for (Group group : groups.values()) {
      if (group.covers((group.hull.high() - group.hull.low()) / grid + 1)) {
        ranges.add(group.hull);
      }
    }
    return ranges;
  }

  /** Whether one group of writes covers a range of this many elements without a gap. */
  boolean cover(long elements) {
    for (Group group : groups.values()) {
      if (group.covers(elements)) {
        return true;
      }
    }
    return false;
  }
}
