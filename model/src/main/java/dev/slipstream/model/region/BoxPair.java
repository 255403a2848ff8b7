package dev.slipstream.model.region;

import java.util.ArrayList;
import java.util.List;

/**
 * Computes the union of two boxes in canonical form, without a sweep. The elements that a stencil
 * reads are a cross of two boxes, and there is one for each chunk.
 */
final class BoxPair {
  private BoxPair() {}

  /** The canonical boxes of a union; neither box is empty. */
  static Box[] union(Box one, Box other) {
    // The most frequent cases that are cheap to recognise come first.
    if (isCross(one, other)) {
      return cross(one, other);
    }
    if (isCross(other, one)) {
      return cross(other, one);
    }
    if (one.unitesWith(other)) {
      return new Box[] {one.bounding(other)};
    }
    List<Box> bands = new ArrayList<>(3);
    add(one, other, 0, bands);
    return bands.toArray(new Box[0]);
  }

  /** Whether one box extends beyond the other on both sides of axis 0, and nowhere else. */
  private static boolean isCross(Box tall, Box wide) {
    return tall.min0() < wide.min0()
        && wide.max0() < tall.max0()
        && wide.min1() <= tall.min1()
        && tall.max1() <= wide.max1()
        && wide.min2() <= tall.min2()
        && tall.max2() <= wide.max2()
        && !holdsAfter(0, tall, wide);
  }

  private static Box[] cross(Box tall, Box wide) {
    return new Box[] {
      tall.with(0, tall.min0(), wide.min0()), wide, tall.with(0, wide.max0(), tall.max0())
    };
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
      bands.add(band(first, axis, first.min(axis), last));
      addBand(second, axis, last, end, bands);
      return;
    }
    addBand(first, axis, first.min(axis), from, bands);
    if (secondHolds) {
      bands.add(second);
      addBand(first, axis, second.max(axis), end, bands);
      return;
    }
    add(band(first, axis, from, to), band(second, axis, from, to), axis + 1, bands);
    addBand(firstIsLast ? first : second, axis, to, end, bands);
  }

  private static void addBand(Box box, int axis, long from, long to, List<Box> bands) {
    if (from < to) {
      bands.add(band(box, axis, from, to));
    }
  }

  /** A box with other ends on one axis; the same object if it has these ends. */
  private static Box band(Box box, int axis, long from, long to) {
    return box.min(axis) == from && box.max(axis) == to ? box : box.with(axis, from, to);
  }

  /** Whether one box contains another one on all axes after one. */
  private static boolean holdsAfter(int axis, Box one, Box other) {
    for (int inner = axis + 1; inner < Box.AXES; inner++) {
      if (one.min(inner) > other.min(inner) || one.max(inner) < other.max(inner)) {
        return false;
      }
    }
    return true;
  }
}
