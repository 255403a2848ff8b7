package dev.slipstream.runtime.region;

import java.util.ArrayList;
import java.util.List;

/**
 * The union of two boxes in canonical form, without a sweep: what a stencil reads is a cross of two
 * boxes, and there is one for each chunk.
 */
final class BoxPair {
  private BoxPair() {}

  /** The canonical boxes of a union; neither box is empty. */
  static List<Box> union(Box one, Box other) {
    List<Box> bands = new ArrayList<>(3);
    add(one, other, 0, bands);
    return bands;
  }

  /** Adds the union of two boxes that agree on all axes before one. */
  private static void add(Box one, Box other, int axis, List<Box> bands) {
    boolean inOrder = one.min(axis) <= other.min(axis);
    Box first = inOrder ? one : other;
    Box second = inOrder ? other : one;
    long end = Math.max(first.max(axis), second.max(axis));
    boolean firstHolds = holdsAfter(axis, first, second);
    boolean secondHolds = holdsAfter(axis, second, first);
    if (first.max(axis) < second.min(axis)
        || (first.max(axis) == second.min(axis) && !(firstHolds && secondHolds))) {
      bands.add(first);
      bands.add(second);
      return;
    }
    long from = second.min(axis);
    long to = Math.min(first.max(axis), second.max(axis));
    boolean firstIsLast = first.max(axis) == end;
    if (firstHolds) {
      long last = firstIsLast || secondHolds ? end : to;
      bands.add(first.with(axis, first.min(axis), last));
      addBand(second, axis, last, end, bands);
      return;
    }
    addBand(first, axis, first.min(axis), from, bands);
    if (secondHolds) {
      bands.add(second);
      addBand(first, axis, second.max(axis), end, bands);
      return;
    }
    add(first.with(axis, from, to), second.with(axis, from, to), axis + 1, bands);
    addBand(firstIsLast ? first : second, axis, to, end, bands);
  }

  private static void addBand(Box box, int axis, long from, long to, List<Box> bands) {
    if (from < to) {
      bands.add(box.with(axis, from, to));
    }
  }

  /** Whether one box reaches as far as another one on all axes after one. */
  private static boolean holdsAfter(int axis, Box one, Box other) {
    for (int inner = axis + 1; inner < Box.AXES; inner++) {
      if (one.min(inner) > other.min(inner) || one.max(inner) < other.max(inner)) {
        return false;
      }
    }
    return true;
  }
}
