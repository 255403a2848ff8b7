package dev.slipstream.compiler.analysis.mapper;

import java.util.ArrayList;
import java.util.List;

/** Boxes that are found one after the other, as long as they are few. */
final class BoxCollector {
  /** More boxes than that are no better than one large one for those who compare regions. */
  static final int MOST_BOXES = 64;

  /** The most places of a chunk that are looked at. */
  static final int MOST_STEPS = 4 * MOST_BOXES;

  private final List<IndexBox> boxes = new ArrayList<>();
  private int steps;

  /** Takes a box that is not empty; one that goes on where the last one ends is joined to it. */
  boolean add(long[] ends) {
    int last = boxes.size() - 1;
    if (last >= 0 && boxes.get(last).isFollowedBy(ends)) {
      int axis = ends.length / 2 - 1;
      boxes.set(last, boxes.get(last).with(axis, boxes.get(last).min(axis), ends[2 * axis + 1]));
    } else {
      boxes.add(IndexBox.owning(ends));
    }
    return boxes.size() <= MOST_BOXES;
  }

  /** Notes that a place was looked at; false if it was one too many. */
  boolean step() {
    return ++steps <= MOST_STEPS;
  }

  /** All of them. */
  List<IndexBox> boxes() {
    return boxes;
  }
}
