package dev.slipstream.model.mapper;

import java.util.ArrayList;
import java.util.List;

/**
 * The range of an access on one axis of its array: between all of some lower and all of some upper
 * bounds.
 *
 * @param lower at least one
 * @param upper at least one
 * @param isKnown whether the bounds come from the access, and not from the array's length alone
 */
public record AxisRange(List<Formula> lower, List<Formula> upper, boolean isKnown) {
  /** Copies the lists. */
  public AxisRange {
    lower = List.copyOf(lower);
    upper = List.copyOf(upper);
  }

  /** A range between two bounds that come from the access. */
  public static AxisRange of(Formula lower, Formula upper) {
    return new AxisRange(List.of(lower), List.of(upper), /* isKnown= */ true);
  }

  /**
   * All indices.
   *
   * @param extent the number of indices
   * @param loops the number of loops
   */
  public static AxisRange whole(long extent, int loops) {
    return new AxisRange(
        List.of(Formula.constant(0, loops)),
        List.of(Formula.constant(extent - 1, loops)),
        /* isKnown= */ false);
  }

  /**
   * The first index over a chunk.
   *
   * @param chunk for each loop its first iteration and the first one behind its last
   */
  public long first(long[] chunk) {
    long first = lower.get(0).least(chunk);
    for (int b = 1; b < lower.size(); b++) {
      first = Math.max(first, lower.get(b).least(chunk));
    }
    return first;
  }

  /** The last index over a chunk. */
  public long last(long[] chunk) {
    long last = upper.get(0).most(chunk);
    for (int b = 1; b < upper.size(); b++) {
      last = Math.min(last, upper.get(b).most(chunk));
    }
    return last;
  }

  /** All bounds. */
  public List<Formula> bounds() {
    List<Formula> bounds = new ArrayList<>(lower);
    bounds.addAll(upper);
    return bounds;
  }

  /** Whether the range is the same for all chunks. */
  public boolean isConstant() {
    for (Formula bound : bounds()) {
      if (!bound.isConstant()) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is one lower and one upper bound. */
  public boolean isSingle() {
    return lower.size() == 1 && upper.size() == 1;
  }
}
