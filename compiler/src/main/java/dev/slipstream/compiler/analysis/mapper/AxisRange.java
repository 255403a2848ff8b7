package dev.slipstream.compiler.analysis.mapper;

import java.util.ArrayList;
import java.util.List;

/**
 * Where an access goes on one axis of its array: between all of some lower and all of some upper
 * bounds.
 *
 * @param lower at least one
 * @param upper at least one
 * @param isKnown whether they come from the access, and not from the array's length alone
 */
record AxisRange(List<Bound> lower, List<Bound> upper, boolean isKnown) {
  AxisRange {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
  }

  static AxisRange whole(long extent, int dimensions) {
    return new AxisRange(
        List.of(Bound.constant(0, dimensions)),
        List.of(Bound.constant(extent - 1, dimensions)),
        /* isKnown= */ false);
  }

  /** The first index over a chunk that is not empty. */
  long first(IndexBox chunk) {
    long first = lower.get(0).least(chunk);
    for (int b = 1; b < lower.size(); b++) {
      first = Math.max(first, lower.get(b).least(chunk));
    }
    return first;
  }

  /** The last index over a chunk that is not empty. */
  long last(IndexBox chunk) {
    long last = upper.get(0).most(chunk);
    for (int b = 1; b < upper.size(); b++) {
      last = Math.min(last, upper.get(b).most(chunk));
    }
    return last;
  }

  /** Whether it is the same for all chunks. */
  boolean isConstant() {
    for (List<Bound> bounds : List.of(lower, upper)) {
      for (Bound bound : bounds) {
        if (!bound.isConstant()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether it follows from one lower and one upper bound. */
  boolean isSingle() {
    return lower.size() == 1 && upper.size() == 1;
  }

  AxisRange grown(long before, long after) {
    return new AxisRange(moved(lower, -before), moved(upper, after), isKnown);
  }

  private static List<Bound> moved(List<Bound> bounds, long by) {
    List<Bound> moved = new ArrayList<>();
    for (Bound bound : bounds) {
      moved.add(bound.plus(by));
    }
    return moved;
  }
}
