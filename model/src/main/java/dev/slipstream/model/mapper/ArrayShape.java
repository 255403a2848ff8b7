package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;

/**
 * The axes of an array. A flat array that represents one with two or three axes has strides:
 * element {@code i} has the index {@code i / stride} on the axis of a stride, and the remainder
 * determines the index on the next axis.
 *
 * @param extents the length of each axis, slowest first; the last row of a flat array may be
 *     shorter
 * @param strides the strides of all axes of a flat array but the last; none if it has a single
 *     axis, or is an array of arrays
 */
public record ArrayShape(List<Long> extents, List<Long> strides) {
  /** Copies the lists. */
  public ArrayShape {
    extents = List.copyOf(extents);
    strides = List.copyOf(strides);
  }

  /** A flat array with strides, largest first. */
  public static ArrayShape flat(long length, List<Long> strides) {
    List<Long> extents = new ArrayList<>();
    long whole = length;
    for (long stride : strides) {
      extents.add((whole + stride - 1) / stride);
      whole = stride;
    }
    extents.add(whole);
    return new ArrayShape(extents, strides);
  }

  /** All elements. */
  public Box domain() {
    return Box.sized(extents.stream().mapToLong(extent -> extent).toArray());
  }

  /**
   * Elements in the form in which devices store them: those of a flat array in one dimension, for
   * an array of arrays its rows. Each box becomes an interval, from its first element to its last.
   */
  public Region flat(Region elements) {
    Box[] intervals = new Box[elements.size()];
    for (int i = 0; i < intervals.length; i++) {
      Box box = elements.box(i);
      long first = box.min(strides.size());
      long last = box.max(strides.size()) - 1;
      for (int axis = 0; axis < strides.size(); axis++) {
        first += box.min(axis) * strides.get(axis);
        last += (box.max(axis) - 1) * strides.get(axis);
      }
      intervals[i] = Box.of(first, last + 1);
    }
    return Region.of(intervals);
  }

  /** Returns the shape as text, {@code 100 × 64}. */
  @Override
  public String toString() {
    return String.join(" × ", extents.stream().map(String::valueOf).toList());
  }
}
