package dev.slipstream.compiler.analysis.mapper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts accesses together that differ by constants only and together touch a box: the three elements
 * of a pixel, the nine of a stencil. Five elements in the form of a cross become two boxes.
 */
final class AccessBoxMerger {
  private static final int MOST_POINTS = 128;

  private AccessBoxMerger() {}

  /** The bounds that accesses have in common, apart from constants. */
  private record Family(
      IndexBox clip,
      List<Long> widths,
      List<Long> alignment,
      List<Bound> bounds,
      List<Long> spans) {
    /** Whether elements are left out unless enough accesses are side by side. */
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
    List<Bound> bounds = new ArrayList<>();
    for (AxisRange range : piece.axes()) {
      Bound lower = range.lower().get(0);
      bounds.add(lower.plus(-lower.constant()));
    }
    return new Family(
        piece.clip(),
        piece.widths(),
        piece.alignment(),
        bounds,
        hasGaps(piece.widths()) ? spans(piece) : List.of());
  }

  /** How far the last index is from the first one. */
  private static List<Long> spans(AccessBox piece) {
    List<Long> spans = new ArrayList<>();
    for (AxisRange range : piece.axes()) {
      spans.add(range.upper().get(0).constant() - range.lower().get(0).constant());
    }
    return spans;
  }

  private static IndexBox offsets(AccessBox piece, boolean hasGaps) {
    long[] ends = new long[2 * piece.axes().size()];
    for (int axis = 0; axis < piece.axes().size(); axis++) {
      AxisRange range = piece.axes().get(axis);
      ends[2 * axis] = range.lower().get(0).constant();
      Bound end = hasGaps ? range.lower().get(0) : range.upper().get(0);
      ends[2 * axis + 1] = end.constant() + 1;
    }
    return IndexBox.owning(ends);
  }

  private static List<AccessBox> together(List<AccessBox> family, boolean hasGaps) {
    Set<IndexBox> boxes = new LinkedHashSet<>();
    for (AccessBox piece : family) {
      boxes.add(offsets(piece, hasGaps));
    }
    AccessBox first = family.get(0);
    List<AccessBox> merged = new ArrayList<>();
    for (IndexBox box : cover(boxes)) {
      List<AxisRange> axes = new ArrayList<>();
      boolean isExact = hasGaps || first.isExact();
      for (int axis = 0; axis < first.axes().size(); axis++) {
        AxisRange range = first.axes().get(axis);
        Bound lower = range.lower().get(0);
        Bound upper = range.upper().get(0);
        // Of accesses with gaps a box holds where they begin, and all of them reach equally far.
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

  /** Few boxes that together have the points of all. */
  private static List<IndexBox> cover(Set<IndexBox> boxes) {
    double area = 0;
    for (IndexBox box : boxes) {
      area += box.area();
    }
    if (boxes.size() == 1 || area > MOST_POINTS) {
      return joined(new ArrayList<>(boxes));
    }
    Set<List<Long>> points = new LinkedHashSet<>();
    for (IndexBox box : boxes) {
      addPoints(box, points);
    }
    Set<IndexBox> candidates = new LinkedHashSet<>();
    for (List<Long> point : points) {
      for (int first = 0; first < point.size(); first++) {
        IndexBox box = IndexBox.of(ends(point));
        for (int turn = 0; turn < point.size(); turn++) {
          box = grown(box, (first + turn) % point.size(), points);
        }
        candidates.add(box);
        candidates.add(grown(IndexBox.of(ends(point)), first, points));
      }
    }
    List<IndexBox> order = new ArrayList<>(candidates);
    order.sort(Comparator.comparingDouble(IndexBox::area).reversed());
    List<IndexBox> chosen = new ArrayList<>();
    Set<List<Long>> covered = new LinkedHashSet<>();
    for (IndexBox box : order) {
      if (addPoints(box, covered)) {
        chosen.add(box);
      }
    }
    return chosen;
  }

  private static long[] ends(List<Long> point) {
    long[] ends = new long[2 * point.size()];
    for (int axis = 0; axis < point.size(); axis++) {
      ends[2 * axis] = point.get(axis);
      ends[2 * axis + 1] = point.get(axis) + 1;
    }
    return ends;
  }

  /** The box as far as it can grow on one axis. */
  private static IndexBox grown(IndexBox box, int axis, Set<List<Long>> points) {
    IndexBox grown = box;
    while (hasAll(grown.with(axis, grown.max(axis), grown.max(axis) + 1), points)) {
      grown = grown.with(axis, grown.min(axis), grown.max(axis) + 1);
    }
    while (hasAll(grown.with(axis, grown.min(axis) - 1, grown.min(axis)), points)) {
      grown = grown.with(axis, grown.min(axis) - 1, grown.max(axis));
    }
    return grown;
  }

  private static boolean hasAll(IndexBox box, Set<List<Long>> points) {
    Set<List<Long>> own = new LinkedHashSet<>();
    addPoints(box, own);
    return points.containsAll(own);
  }

  private static boolean addPoints(IndexBox box, Set<List<Long>> points) {
    boolean added = false;
    int axes = box.axes();
    for (long i = box.min(0); i < box.max(0); i++) {
      for (long j = axes > 1 ? box.min(1) : 0; j < (axes > 1 ? box.max(1) : 1); j++) {
        for (long k = axes > 2 ? box.min(2) : 0; k < (axes > 2 ? box.max(2) : 1); k++) {
          added |= points.add(List.of(i, j, k).subList(0, axes));
        }
      }
    }
    return added;
  }

  /** Joins boxes that together are one. */
  private static List<IndexBox> joined(List<IndexBox> boxes) {
    List<IndexBox> joined = new ArrayList<>(boxes);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = 0; b < joined.size() && !changed; b++) {
        for (int o = b + 1; o < joined.size() && !changed; o++) {
          IndexBox hull = hullIfJoined(joined.get(b), joined.get(o));
          if (!hull.isEmpty()) {
            joined.set(b, hull);
            joined.remove(o);
            changed = true;
          }
        }
      }
    }
    return joined;
  }

  private static IndexBox hullIfJoined(IndexBox one, IndexBox other) {
    if (one.contains(other)) {
      return one;
    }
    if (other.contains(one)) {
      return other;
    }
    int differing = -1;
    for (int axis = 0; axis < one.axes(); axis++) {
      if (one.min(axis) != other.min(axis) || one.max(axis) != other.max(axis)) {
        if (differing >= 0) {
          return IndexBox.of(0, 0);
        }
        differing = axis;
      }
    }
    boolean touch =
        one.min(differing) <= other.max(differing) && other.min(differing) <= one.max(differing);
    return touch
        ? one.with(
            differing,
            Math.min(one.min(differing), other.min(differing)),
            Math.max(one.max(differing), other.max(differing)))
        : IndexBox.of(0, 0);
  }

  /** Of accesses that are bounded in the same way one is enough. */
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
