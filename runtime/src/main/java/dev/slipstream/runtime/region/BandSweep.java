package dev.slipstream.runtime.region;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Set operations on boxes that give the canonical bands of {@link Region}: a sweep along axis 0
 * stops wherever a box begins or ends, finds the cross-section of the slab before by a sweep along
 * the next axis, and joins slabs whose cross-sections are equal.
 */
final class BandSweep {
  /** Which points of the slab belong to the result. */
  private enum Operation {
    UNION,
    INTERSECTION,
    DIFFERENCE;

    boolean holds(boolean inFirst, boolean inSecond) {
      return switch (this) {
        case UNION -> inFirst || inSecond;
        case INTERSECTION -> inFirst && inSecond;
        case DIFFERENCE -> inFirst && !inSecond;
      };
    }

    /** Whether a slab can have points at all. */
    boolean canHold(boolean first, boolean second) {
      return this == INTERSECTION ? first && second : first || (second && this == UNION);
    }
  }

  private static final List<Box> POINT = List.of(Box.SCALAR);

  private final Operation operation;

  private BandSweep(Operation operation) {
    this.operation = operation;
  }

  /** The points of either; the boxes of both may overlap. */
  static List<Box> union(List<Box> first, List<Box> second) {
    return new BandSweep(Operation.UNION).sweep(0, first, second);
  }

  /** The points of both. */
  static List<Box> intersection(List<Box> first, List<Box> second) {
    return new BandSweep(Operation.INTERSECTION).sweep(0, first, second);
  }

  /** The points of the first that are not in the second. */
  static List<Box> difference(List<Box> first, List<Box> second) {
    return new BandSweep(Operation.DIFFERENCE).sweep(0, first, second);
  }

  private List<Box> sweep(int axis, List<Box> first, List<Box> second) {
    if (axis == Box.AXES) {
      return operation.holds(!first.isEmpty(), !second.isEmpty()) ? POINT : new ArrayList<>(0);
    }
    long[] stops = stops(axis, first, second);
    List<Box> bands = new ArrayList<>();
    List<Box> section = new ArrayList<>(0);
    long begin = 0;
    for (int i = 0; i + 1 < stops.length; i++) {
      List<Box> in = covering(axis, stops[i], first);
      List<Box> other = covering(axis, stops[i], second);
      List<Box> next =
          operation.canHold(!in.isEmpty(), !other.isEmpty())
              ? sweep(axis + 1, in, other)
              : new ArrayList<>(0);
      if (!next.equals(section)) {
        emit(axis, begin, stops[i], section, bands);
        section = next;
        begin = stops[i];
      }
    }
    if (stops.length > 0) {
      emit(axis, begin, stops[stops.length - 1], section, bands);
    }
    return bands;
  }

  private static void emit(int axis, long min, long max, List<Box> section, List<Box> bands) {
    for (Box box : section) {
      bands.add(box.with(axis, min, max));
    }
  }

  private static List<Box> covering(int axis, long point, List<Box> boxes) {
    List<Box> covering = new ArrayList<>();
    for (Box box : boxes) {
      if (box.min(axis) <= point && point < box.max(axis)) {
        covering.add(box);
      }
    }
    return covering;
  }

  private static long[] stops(int axis, List<Box> first, List<Box> second) {
    long[] stops = new long[2 * (first.size() + second.size())];
    int count = 0;
    for (Box box : first) {
      stops[count++] = box.min(axis);
      stops[count++] = box.max(axis);
    }
    for (Box box : second) {
      stops[count++] = box.min(axis);
      stops[count++] = box.max(axis);
    }
    Arrays.sort(stops);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (distinct == 0 || stops[distinct - 1] != stops[i]) {
        stops[distinct++] = stops[i];
      }
    }
    return Arrays.copyOf(stops, distinct);
  }
}
