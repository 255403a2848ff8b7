package dev.slipstream.model.region;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Set operations on boxes that give the canonical bands of {@link Region}. A sweep along axis 0
 * stops wherever a box begins or ends. There it finds the cross-section of the preceding slab by a
 * sweep along the next axis, and joins slabs with equal cross-sections.
 */
final class BandSweep {
  /** The points of the slab that belong to the result. */
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

    /** Whether a slab can have any points. */
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
    if (first.size() == 1 && second.isEmpty() && operation != Operation.INTERSECTION) {
      return List.of(section(axis, first.get(0)));
    }
    long[] stops = stops(axis, first, second);
    Covering in = new Covering(axis, first);
    Covering other = new Covering(axis, second);
    List<Box> bands = new ArrayList<>();
    List<Box> section = new ArrayList<>(0);
    long begin = 0;
    for (int i = 0; i + 1 < stops.length; i++) {
      in.moveTo(stops[i]);
      other.moveTo(stops[i]);
      List<Box> next =
          operation.canHold(!in.boxes.isEmpty(), !other.boxes.isEmpty())
              ? sweep(axis + 1, in.boxes, other.boxes)
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

  /** The cross-section of a box on the axes after one. */
  private static Box section(int axis, Box box) {
    Box section = box;
    for (int before = 0; before < axis; before++) {
      section = section.with(before, 0, 1);
    }
    return section;
  }

  /** No lambda: guards call this, possibly while the JDK links one. */
  private record ByMinimum(int axis) implements Comparator<Box> {
    @Override
    public int compare(Box one, Box other) {
      return Long.compare(one.min(axis), other.min(axis));
    }
  }

  /** The boxes that cover a moving point of an axis. */
  private static final class Covering {
    private final int axis;
    private final List<Box> byMinimum;
    private final List<Box> boxes = new ArrayList<>();
    private int started;

    Covering(int axis, List<Box> all) {
      this.axis = axis;
      byMinimum = new ArrayList<>(all);
      byMinimum.sort(new ByMinimum(axis));
    }

    void moveTo(long point) {
      for (Iterator<Box> all = boxes.iterator(); all.hasNext(); ) {
        if (all.next().max(axis) <= point) {
          all.remove();
        }
      }
      while (started < byMinimum.size() && byMinimum.get(started).min(axis) <= point) {
        boxes.add(byMinimum.get(started++));
      }
    }
  }

  private static void emit(int axis, long min, long max, List<Box> section, List<Box> bands) {
    for (Box box : section) {
      bands.add(box.with(axis, min, max));
    }
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
