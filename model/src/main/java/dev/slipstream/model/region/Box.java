package dev.slipstream.model.region;

/**
 * A half-open box of points with one to three axes: on each axis the points from a minimum
 * (inclusive) to a maximum (exclusive). A box of fewer axes is [0, 1) on the missing ones. All
 * empty boxes are equal to {@link #EMPTY}. Immutable.
 *
 * @param min0 the first point on axis 0, the slowest of an array in row-major order
 * @param max0 the first point after the box on axis 0
 * @param min1 the first point on axis 1
 * @param max1 the first point after the box on axis 1
 * @param min2 the first point on axis 2
 * @param max2 the first point after the box on axis 2
 */
public record Box(long min0, long max0, long min1, long max1, long min2, long max2) {
  /** The number of axes that every box has, the missing ones included. */
  public static final int AXES = 3;

  /** The box without points. */
  public static final Box EMPTY = new Box(0, 0, 0, 0, 0, 0);

  /** The box of the origin alone: a scalar. */
  public static final Box SCALAR = new Box(0, 1, 0, 1, 0, 1);

  /** Replaces every box with a minimum that is not below its maximum by the empty one. */
  public Box {
    if (max0 <= min0 || max1 <= min1 || max2 <= min2) {
      min0 = max0 = min1 = max1 = min2 = max2 = 0;
    }
  }

  /**
   * Returns a box of one axis.
   *
   * @param min0 the first point
   * @param max0 the first point after it
   * @return the box
   */
  public static Box of(long min0, long max0) {
    return new Box(min0, max0, 0, 1, 0, 1);
  }

  /**
   * Returns a box of two axes.
   *
   * @param min0 the first point on axis 0
   * @param max0 the first point after the box on axis 0
   * @param min1 the first point on axis 1
   * @param max1 the first point after the box on axis 1
   * @return the box
   */
  public static Box of(long min0, long max0, long min1, long max1) {
    return new Box(min0, max0, min1, max1, 0, 1);
  }

  /**
   * Returns a box that begins at the origin.
   *
   * @param extents the number of points on each axis; one to three
   * @return the box
   * @throws IllegalArgumentException if there are no extents or more than three
   */
  public static Box sized(long... extents) {
    return switch (extents.length) {
      case 1 -> of(0, extents[0]);
      case 2 -> of(0, extents[0], 0, extents[1]);
      case 3 -> new Box(0, extents[0], 0, extents[1], 0, extents[2]);
      default ->
          throw new IllegalArgumentException("a box has one to three axes, not " + extents.length);
    };
  }

  /**
   * Returns a box of three axes.
   *
   * @param ends for each axis the first point and the first one after the box
   * @return the box
   */
  public static Box ofEnds(long[] ends) {
    return new Box(ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]);
  }

  /**
   * Returns the ends in the form that {@link #ofEnds} takes.
   *
   * @return a new array of six
   */
  public long[] ends() {
    return new long[] {min0, max0, min1, max1, min2, max2};
  }

  /**
   * Returns the first point on an axis.
   *
   * @param axis 0, 1 or 2
   * @return the coordinate
   */
  public long min(int axis) {
    return switch (axis) {
      case 0 -> min0;
      case 1 -> min1;
      default -> min2;
    };
  }

  /**
   * Returns the first point after the box on an axis.
   *
   * @param axis 0, 1 or 2
   * @return the coordinate
   */
  public long max(int axis) {
    return switch (axis) {
      case 0 -> max0;
      case 1 -> max1;
      default -> max2;
    };
  }

  /**
   * Returns the number of points on an axis.
   *
   * @param axis 0, 1 or 2
   * @return the extent, at least 0
   */
  public long extent(int axis) {
    return max(axis) - min(axis);
  }

  /**
   * Returns whether the box has no points.
   *
   * @return whether it is empty
   */
  public boolean isEmpty() {
    return max0 == min0;
  }

  /**
   * Returns the number of points.
   *
   * @return the number
   * @throws ArithmeticException if a {@code long} cannot hold it
   */
  public long area() {
    return Math.multiplyExact(Math.multiplyExact(max0 - min0, max1 - min1), max2 - min2);
  }

  /**
   * Returns whether two boxes have a point in common.
   *
   * @param other the other box
   * @return whether they meet
   */
  public boolean intersects(Box other) {
    return min0 < other.max0
        && other.min0 < max0
        && min1 < other.max1
        && other.min1 < max1
        && min2 < other.max2
        && other.min2 < max2;
  }

  /**
   * Returns the points that both boxes have.
   *
   * @param other the other box
   * @return the common part, which may be empty
   */
  public Box intersection(Box other) {
    if (other.contains(this)) {
      return this;
    }
    if (contains(other)) {
      return other;
    }
    return intersects(other)
        ? new Box(
            Math.max(min0, other.min0),
            Math.min(max0, other.max0),
            Math.max(min1, other.min1),
            Math.min(max1, other.max1),
            Math.max(min2, other.min2),
            Math.min(max2, other.max2))
        : EMPTY;
  }

  /**
   * Returns whether all points of another box are in this one.
   *
   * @param other the other box; an empty one is in every box
   * @return whether it is inside
   */
  public boolean contains(Box other) {
    return other.isEmpty()
        || (min0 <= other.min0
            && other.max0 <= max0
            && min1 <= other.min1
            && other.max1 <= max1
            && min2 <= other.min2
            && other.max2 <= max2);
  }

  /**
   * Returns the smallest box that holds this one and another.
   *
   * @param other the other box
   * @return the bounding box
   */
  public Box bounding(Box other) {
    if (contains(other)) {
      return this;
    }
    return isEmpty()
        ? other
        : new Box(
            Math.min(min0, other.min0),
            Math.max(max0, other.max0),
            Math.min(min1, other.min1),
            Math.max(max1, other.max1),
            Math.min(min2, other.min2),
            Math.max(max2, other.max2));
  }

  /**
   * Returns this box with another interval on one axis.
   *
   * @param axis 0, 1 or 2
   * @param min the first point on it
   * @param max the first point after the box on it
   * @return the changed box
   */
  public Box with(int axis, long min, long max) {
    return switch (axis) {
      case 0 -> new Box(min, max, min1, max1, min2, max2);
      case 1 -> new Box(min0, max0, min, max, min2, max2);
      default -> new Box(min0, max0, min1, max1, min, max);
    };
  }

  /**
   * Returns whether the union of two boxes is a box: one holds the other, or they agree on all axes
   * but one and touch or overlap there.
   *
   * @param other the other box
   * @return whether {@link #bounding} adds no point
   */
  public boolean unitesWith(Box other) {
    if (contains(other) || other.contains(this)) {
      return true;
    }
    boolean same0 = min0 == other.min0 && max0 == other.max0;
    boolean same1 = min1 == other.min1 && max1 == other.max1;
    boolean same2 = min2 == other.min2 && max2 == other.max2;
    if (same1 && same2) {
      return min0 <= other.max0 && other.min0 <= max0;
    }
    if (same0 && same2) {
      return min1 <= other.max1 && other.min1 <= max1;
    }
    return same0 && same1 && min2 <= other.max2 && other.min2 <= max2;
  }

  /**
   * Returns the number of axes that the box uses: trailing axes that are [0, 1) do not count.
   *
   * @return 1 to 3
   */
  public int axes() {
    if (min2 != 0 || max2 != 1) {
      return 3;
    }
    return min1 != 0 || max1 != 1 ? 2 : 1;
  }

  /**
   * Returns the box as text, for example {@code [0, 64) × [8, 16)}.
   *
   * @param axes how many axes to name, 1 to 3
   * @return the text
   */
  public String text(int axes) {
    if (isEmpty()) {
      return "∅";
    }
    StringBuilder text = new StringBuilder();
    for (int axis = 0; axis < axes; axis++) {
      text.append(axis == 0 ? "[" : " × [").append(min(axis)).append(", ").append(max(axis));
      text.append(')');
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return text(axes());
  }
}
