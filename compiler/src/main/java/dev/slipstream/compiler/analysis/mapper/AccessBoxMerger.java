package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges accesses that differ only by constants and together touch a box: the three elements of a
 * pixel, the nine of a stencil. Five elements in the form of a cross become two boxes.
 */
final class AccessBoxMerger {
  private static final int MOST_POINTS = 128;

  private AccessBoxMerger() {}

  /** The bounds that several accesses share, apart from constants. */
  private record Family(
      Box clip, List<Long> widths, List<Long> alignment, List<Formula> bounds, List<Long> spans) {
    /** Whether there are gaps unless enough accesses are next to each other. */
    boolean hasGaps() {
      return AccessBoxMerger.hasGaps(widths);
    }
  }

  static List<AccessBox> merge(List<AccessBox> pieces) {
    Map<Family, List<AccessBox>> families = new LinkedHashMap<>();
    List<AccessBox> merged = new ArrayList<>();
    for (AccessBox piece : pieces) {
      if (isMovable(piece)) {
        families.computeIfAbsent(family(piece), f -> new ArrayList<>()).add(piece);
      } else {
        merged.add(piece);
      }
    }
    for (List<AccessBox> family : families.values()) {
      merged.addAll(together(family, family(family.get(0)).hasGaps()));
    }
    return withoutDuplicates(merged);
  }

  private static boolean isMovable(AccessBox piece) {
    for (AxisRange range : piece.axes()) {
      if (!range.isSingle() || !range.upper().get(0).isParallelTo(range.lower().get(0))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasGaps(List<Long> widths) {
    for (long width : widths) {
      if (width > 1) {
        return true;
      }
    }
    return false;
  }

  private static Family family(AccessBox piece) {
    List<Formula> bounds = new ArrayList<>();
    for (AxisRange range : piece.axes()) {
      Formula lower = range.lower().get(0);
      bounds.add(lower.plus(-lower.constant()));
    }
    return new Family(
        piece.clip(),
        piece.widths(),
        piece.alignment(),
        bounds,
        hasGaps(piece.widths()) ? spans(piece) : List.of());
  }

  /** The distance from the first to the last index on each axis. */
  private static List<Long> spans(AccessBox piece) {
    List<Long> spans = new ArrayList<>();
    for (AxisRange range : piece.axes()) {
      spans.add(range.upper().get(0).constant() - range.lower().get(0).constant());
    }
    return spans;
  }

  private static Box offsets(AccessBox piece, boolean hasGaps) {
    long[] ends = Box.SCALAR.ends();
    for (int axis = 0; axis < piece.axes().size(); axis++) {
      AxisRange range = piece.axes().get(axis);
      ends[2 * axis] = range.lower().get(0).constant();
      Formula end = hasGaps ? range.lower().get(0) : range.upper().get(0);
      ends[2 * axis + 1] = end.constant() + 1;
    }
    return Box.ofEnds(ends);
  }

  private static List<AccessBox> together(List<AccessBox> family, boolean hasGaps) {
    Set<Box> boxes = new LinkedHashSet<>();
    for (AccessBox piece : family) {
      boxes.add(offsets(piece, hasGaps));
    }
    AccessBox first = family.get(0);
    List<AccessBox> merged = new ArrayList<>();
    for (Box box : cover(boxes, first.axes().size())) {
      List<AxisRange> axes = new ArrayList<>();
      boolean isExact = hasGaps || first.isExact();
      for (int axis = 0; axis < first.axes().size(); axis++) {
        AxisRange range = first.axes().get(axis);
        Formula lower = range.lower().get(0);
        Formula upper = range.upper().get(0);
        // For accesses with gaps the box contains their first elements, and all of them have the
        // same length.
        long reach = hasGaps ? upper.constant() - lower.constant() : 0;
        axes.add(
            new AxisRange(
                List.of(lower.plus(box.min(axis) - lower.constant())),
                List.of(upper.plus(box.max(axis) - 1 + reach - upper.constant())),
                range.isKnown()));
        isExact &= !hasGaps || box.extent(axis) >= first.widths().get(axis);
      }
      merged.add(first.with(axes, isExact));
    }
    return merged;
  }

  /** A small number of boxes that together contain the points of all. */
  private static List<Box> cover(Set<Box> boxes, int axes) {
    double area = 0;
    for (Box box : boxes) {
      area += (double) box.extent(0) * box.extent(1) * box.extent(2);
    }
    if (boxes.size() == 1 || area > MOST_POINTS) {
      return joined(new ArrayList<>(boxes));
    }
    Set<Box> points = new LinkedHashSet<>();
    for (Box box : boxes) {
      points.addAll(points(box));
    }
    Set<Box> candidates = new LinkedHashSet<>();
    for (Box point : points) {
      for (int first = 0; first < axes; first++) {
        Box box = point;
        for (int turn = 0; turn < axes; turn++) {
          box = grown(box, (first + turn) % axes, points);
        }
        candidates.add(box);
        candidates.add(grown(point, first, points));
      }
    }
    List<Box> order = new ArrayList<>(candidates);
    order.sort(Comparator.comparingLong(Box::area).reversed());
    List<Box> chosen = new ArrayList<>();
    Set<Box> covered = new LinkedHashSet<>();
    for (Box box : order) {
      if (covered.addAll(points(box))) {
        chosen.add(box);
      }
    }
    return chosen;
  }

  /** The box, extended to its largest size on one axis. */
  private static Box grown(Box box, int axis, Set<Box> points) {
    Box grown = box;
    while (points.containsAll(points(grown.with(axis, grown.max(axis), grown.max(axis) + 1)))) {
      grown = grown.with(axis, grown.min(axis), grown.max(axis) + 1);
    }
    while (points.containsAll(points(grown.with(axis, grown.min(axis) - 1, grown.min(axis))))) {
      grown = grown.with(axis, grown.min(axis) - 1, grown.max(axis));
    }
    return grown;
  }

  /** The points of a box, each as a box. */
  private static Set<Box> points(Box box) {
    Set<Box> points = new LinkedHashSet<>();
    for (long i = box.min0(); i < box.max0(); i++) {
      for (long j = box.min1(); j < box.max1(); j++) {
        for (long k = box.min2(); k < box.max2(); k++) {
          points.add(new Box(i, i + 1, j, j + 1, k, k + 1));
        }
      }
    }
    return points;
  }

  /** Joins boxes that together form one box. */
  private static List<Box> joined(List<Box> boxes) {
    List<Box> joined = new ArrayList<>(boxes);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = 0; b < joined.size() && !changed; b++) {
        for (int o = b + 1; o < joined.size() && !changed; o++) {
          if (joined.get(b).unitesWith(joined.get(o))) {
            joined.set(b, joined.get(b).bounding(joined.get(o)));
            joined.remove(o);
            changed = true;
          }
        }
      }
    }
    return joined;
  }

  /** The accesses without those whose bounds are the same as another one's. */
  private static List<AccessBox> withoutDuplicates(List<AccessBox> pieces) {
    Map<List<Object>, AccessBox> different = new HashMap<>();
    List<AccessBox> kept = new ArrayList<>();
    for (AccessBox piece : pieces) {
      List<Object> key = List.of(piece.clip(), piece.axes(), piece.isExact());
      if (different.put(key, piece) == null) {
        kept.add(piece);
      }
    }
    return kept;
  }
}
