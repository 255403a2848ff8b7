package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;

/** Groups boxes that must be, or may be, in one allocation. */
final class BoxGroups {
  private BoxGroups() {}

  /** Joins boxes that overlap into their bounding boxes, until none overlap. */
  static List<Box> joinOverlapping(List<Box> boxes) {
    return join(boxes, /* touching= */ false);
  }

  /** Joins boxes also where they touch, unless most of their bounding box is in none of them. */
  static List<Box> joinNeighbours(List<Box> boxes) {
    return join(boxes, /* touching= */ true);
  }

  private static List<Box> join(List<Box> boxes, boolean touching) {
    List<Box> groups = new ArrayList<>(boxes.size());
    for (int i = 0; i < boxes.size(); i++) {
      Box group = boxes.get(i);
      int other = joining(groups, group, touching);
      while (other >= 0) {
        group = group.bounding(groups.remove(other));
        other = joining(groups, group, touching);
      }
      if (!group.isEmpty()) {
        groups.add(group);
      }
    }
    return groups;
  }

  private static int joining(List<Box> groups, Box box, boolean touching) {
    for (int i = 0; i < groups.size(); i++) {
      Box group = groups.get(i);
      if (group.intersects(box) || (touching && makeOne(group, box))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean makeOne(Box one, Box other) {
    return shareFace(one, other) && one.bounding(other).area() <= 2 * (one.area() + other.area());
  }

  /**
   * The bounding boxes of the connected parts of a region. A box inside of the region is inside of
   * one of them.
   */
  static List<Box> connected(Region region) {
    if (region.size() < 2) {
      return region.boxes();
    }
    List<Box> bounding = new ArrayList<>();
    List<Box> open = new ArrayList<>(region.boxes());
    while (!open.isEmpty()) {
      List<Box> part = new ArrayList<>();
      part.add(open.remove(open.size() - 1));
      Box group = part.get(0);
      for (int i = 0; i < part.size(); i++) {
        Box box = part.get(i);
        for (int j = open.size() - 1; j >= 0; j--) {
          if (shareFace(box, open.get(j))) {
            group = group.bounding(open.get(j));
            part.add(open.remove(j));
          }
        }
      }
      bounding.add(group);
    }
    return joinOverlapping(bounding);
  }

  /** Whether two boxes that do not overlap meet in more than an edge. */
  private static boolean shareFace(Box one, Box other) {
    int overlapping = 0;
    for (int axis = 0; axis < Box.AXES; axis++) {
      if (one.max(axis) < other.min(axis) || other.max(axis) < one.min(axis)) {
        return false;
      }
      boolean overlap = one.min(axis) < other.max(axis) && other.min(axis) < one.max(axis);
      overlapping += overlap ? 1 : 0;
    }
    return overlapping >= Box.AXES - 1;
  }
}
