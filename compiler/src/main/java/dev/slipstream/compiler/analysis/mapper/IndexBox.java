package dev.slipstream.compiler.analysis.mapper;

import java.util.Arrays;

/**
 * A half-open box of one to three axes: of iterations, counted from 0 along each loop, or of
 * elements of an array. Immutable.
 */
public final class IndexBox {
  private final long[] ends;

  private IndexBox(long[] ends) {
    this.ends = ends;
  }

  /**
   * Returns a box.
   *
   * @param ends for each axis, slowest first, the first index and the first one behind the box
   */
  public static IndexBox of(long... ends) {
    return new IndexBox(ends.clone());
  }

  /**
   * Returns a box that begins at the origin.
   *
   * @param extents how long it is on each axis
   */
  public static IndexBox sized(long... extents) {
    long[] ends = new long[2 * extents.length];
    for (int axis = 0; axis < extents.length; axis++) {
      ends[2 * axis + 1] = extents[axis];
    }
    return new IndexBox(ends);
  }

  /** Takes the array as it is; nobody may change it afterwards. */
  static IndexBox owning(long[] ends) {
    return new IndexBox(ends);
  }

  /** For each axis both ends; nobody may change them. */
  long[] ends() {
    return ends;
  }

  /** The number of axes, 1 to 3. */
  public int axes() {
    return ends.length / 2;
  }

  /** The first index on an axis. */
  public long min(int axis) {
    return ends[2 * axis];
  }

  /** The first index behind the box on an axis. */
  public long max(int axis) {
    return ends[2 * axis + 1];
  }

  /** How long it is on an axis; at least 0. */
  public long extent(int axis) {
    return Math.max(0, max(axis) - min(axis));
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    for (int axis = 0; axis < axes(); axis++) {
      if (min(axis) >= max(axis)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it goes on in another box, which begins behind it on the last axis. */
  boolean isFollowedBy(long[] other) {
    int behind = ends.length - 2;
    for (int end = 0; end < behind; end++) {
      if (ends[end] != other[end]) {
        return false;
      }
    }
    return other[behind] == ends[behind + 1];
  }

  /** How many points there are in it; as a double, which may be rounded. */
  public double area() {
    double area = 1;
    for (int axis = 0; axis < axes(); axis++) {
      area *= extent(axis);
    }
    return area;
  }

  /** This box with other ends on one axis. */
  public IndexBox with(int axis, long min, long max) {
    long[] changed = ends.clone();
    changed[2 * axis] = min;
    changed[2 * axis + 1] = max;
    return new IndexBox(changed);
  }

  /** The points that are in both boxes, which have as many axes. */
  public IndexBox meet(IndexBox other) {
    if (other.contains(this)) {
      return this;
    }
    long[] common = new long[ends.length];
    for (int axis = 0; axis < axes(); axis++) {
      common[2 * axis] = Math.max(min(axis), other.min(axis));
      common[2 * axis + 1] = Math.min(max(axis), other.max(axis));
    }
    return new IndexBox(common);
  }

  /** Whether two boxes, neither of them empty, have a point in common. */
  public boolean meets(IndexBox other) {
    for (int axis = 0; axis < axes(); axis++) {
      if (min(axis) >= other.max(axis) || other.min(axis) >= max(axis)) {
        return false;
      }
    }
    return true;
  }

  /** Whether all points of another box, which is not empty, are in this one. */
  public boolean contains(IndexBox other) {
    for (int axis = 0; axis < axes(); axis++) {
      if (other.min(axis) < min(axis) || other.max(axis) > max(axis)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexBox box && Arrays.equals(ends, box.ends);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ends);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int axis = 0; axis < axes(); axis++) {
      text.append(axis == 0 ? "[" : " × [");
      text.append(min(axis)).append(", ").append(max(axis)).append(')');
    }
    return text.toString();
  }
}
