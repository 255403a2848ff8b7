package dev.slipstream.model.region;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A set of points as disjoint boxes in a canonical form, so that two regions with the same points
 * have the same boxes. The points are divided into bands along axis 0 wherever the cross-section
 * changes, and nowhere else. Each cross-section is divided in the same way along axis 1, then axis
 * 2 (the form that window systems use for clip regions). Immutable.
 */
public final class Region {
  /** The region without points. */
  public static final Region EMPTY = new Region(new Box[0]);

  private final Box[] boxes;

  private Region(Box[] canonical) {
    boxes = canonical;
  }

  /**
   * Returns the points of one box.
   *
   * @param box the box
   * @return the region
   */
  public static Region of(Box box) {
    return box.isEmpty() ? EMPTY : new Region(new Box[] {box});
  }

  /**
   * Returns the points of two boxes.
   *
   * @param one a box
   * @param other another one, which may overlap it
   * @return the region
   */
  public static Region of(Box one, Box other) {
    return one.isEmpty() || other.isEmpty()
        ? of(one.bounding(other))
        : new Region(BoxPair.union(one, other));
  }

  /**
   * Returns the points of several boxes.
   *
   * @param boxes the boxes, which may overlap
   * @return the region
   */
  public static Region of(Box... boxes) {
    Box[] joined = new Box[boxes.length];
    int count = 0;
    for (Box box : boxes) {
      if (count > 0 && joined[count - 1].unitesWith(box)) {
        joined[count - 1] = joined[count - 1].bounding(box);
      } else if (!box.isEmpty()) {
        joined[count++] = box;
      }
    }
    return switch (count) {
      case 0 -> EMPTY;
      case 1 -> of(joined[0]);
      case 2 -> new Region(BoxPair.union(joined[0], joined[1]));
      default ->
          canonical(
              BandSweep.union(Arrays.asList(joined).subList(0, count), Collections.emptyList()));
    };
  }

  /**
   * Returns the points of several boxes.
   *
   * @param boxes the boxes, which may overlap
   * @return the region
   */
  public static Region of(Collection<Box> boxes) {
    return of(boxes.toArray(new Box[0]));
  }

  private static Region canonical(List<Box> boxes) {
    return boxes.isEmpty() ? EMPTY : new Region(boxes.toArray(new Box[0]));
  }

  /**
   * Returns the boxes in their canonical order, by their minima on axes 0, 1, 2.
   *
   * @return the boxes, which do not overlap; cannot be changed
   */
  public List<Box> boxes() {
    return Collections.unmodifiableList(Arrays.asList(boxes));
  }

  /**
   * Returns the number of boxes.
   *
   * @return the number
   */
  public int size() {
    return boxes.length;
  }

  /**
   * Returns one of the boxes.
   *
   * @param index 0 to {@link #size()} - 1
   * @return the box
   */
  public Box box(int index) {
    return boxes[index];
  }

  /**
   * Returns whether there are no points.
   *
   * @return whether the region is empty
   */
  public boolean isEmpty() {
    return boxes.length == 0;
  }

  /**
   * Returns the number of points.
   *
   * @return the number
   * @throws ArithmeticException if a {@code long} cannot hold it
   */
  public long area() {
    long area = 0;
    for (Box box : boxes) {
      area = Math.addExact(area, box.area());
    }
    return area;
  }

  /**
   * Returns the smallest box that holds all points.
   *
   * @return the box, empty if the region is
   */
  public Box boundingBox() {
    if (boxes.length == 1) {
      return boxes[0];
    }
    Box bounding = Box.EMPTY;
    for (Box box : boxes) {
      bounding = bounding.bounding(box);
    }
    return bounding;
  }

  /**
   * Returns whether the region has a point in common with a box.
   *
   * @param box the box
   * @return whether they meet
   */
  public boolean intersects(Box box) {
    for (Box own : boxes) {
      if (own.intersects(box)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether two regions have a point in common.
   *
   * @param other the other region
   * @return whether they meet
   */
  public boolean intersects(Region other) {
    for (Box box : other.boxes) {
      if (intersects(box)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether all points of another region are in this one.
   *
   * @param other the other region
   * @return whether it is inside
   */
  public boolean contains(Region other) {
    return other.difference(this).isEmpty();
  }

  /**
   * Returns the points that this region and a box have in common.
   *
   * @param box the box
   * @return the common part
   */
  public Region intersection(Box box) {
    for (Box own : boxes) {
      if (!box.contains(own)) {
        return part(box);
      }
    }
    return this;
  }

  private Region part(Box box) {
    if (boxes.length == 1) {
      return of(boxes[0].intersection(box));
    }
    List<Box> parts = new ArrayList<>(boxes.length);
    for (Box own : boxes) {
      Box part = own.intersection(box);
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return parts.size() < 2 ? canonical(parts) : of(parts);
  }

  /**
   * Returns the points that two regions have in common.
   *
   * @param other the other region
   * @return the common part
   */
  public Region intersection(Region other) {
    if (other.boxes.length == 1) {
      return intersection(other.boxes[0]);
    }
    if (boxes.length == 1) {
      return other.intersection(boxes[0]);
    }
    return intersects(other) ? canonical(BandSweep.intersection(boxes(), other.boxes())) : EMPTY;
  }

  /**
   * Returns the points that are in one of two regions or in both.
   *
   * @param other the other region
   * @return the union
   */
  public Region union(Region other) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    if (boxes.length == 1 && other.boxes.length == 1) {
      if (boxes[0].contains(other.boxes[0])) {
        return this;
      }
      if (boxes[0].unitesWith(other.boxes[0])) {
        return of(boxes[0].bounding(other.boxes[0]));
      }
    }
    return canonical(BandSweep.union(boxes(), other.boxes()));
  }

  /**
   * Returns the points of this region that are not in another.
   *
   * @param other the other region
   * @return the difference
   */
  public Region difference(Region other) {
    if (!intersects(other)) {
      return this;
    }
    if (other.boxes.length == 1) {
      Box hole = other.boxes[0];
      if (boxes.length == 1) {
        return canonical(cut(boxes[0], hole));
      }
      if (hole.contains(boundingBox())) {
        return EMPTY;
      }
    }
    return canonical(BandSweep.difference(boxes(), other.boxes()));
  }

  /** The bands of a box around a hole that meets it: before, beside and after the hole. */
  private static List<Box> cut(Box box, Box hole) {
    List<Box> parts = new ArrayList<>(2 * Box.AXES);
    cut(box, hole, 0, parts);
    return parts;
  }

  private static void cut(Box box, Box hole, int axis, List<Box> parts) {
    if (axis == Box.AXES) {
      return;
    }
    long from = Math.max(box.min(axis), hole.min(axis));
    long to = Math.min(box.max(axis), hole.max(axis));
    if (box.min(axis) < from) {
      parts.add(box.with(axis, box.min(axis), from));
    }
    cut(box.with(axis, from, to), hole, axis + 1, parts);
    if (to < box.max(axis)) {
      parts.add(box.with(axis, to, box.max(axis)));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Region region && Arrays.equals(boxes, region.boxes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(boxes);
  }

  /**
   * Returns the region as text, for example {@code {[0, 8), [16, 24)}}; one box is without braces.
   *
   * @param axes how many axes to name, 1 to 3
   * @return the text
   */
  public String text(int axes) {
    if (boxes.length == 1) {
      return boxes[0].text(axes);
    }
    StringBuilder text = new StringBuilder("{");
    for (Box box : boxes) {
      text.append(text.length() == 1 ? "" : ", ").append(box.text(axes));
    }
    return text.append('}').toString();
  }

  @Override
  public String toString() {
    int axes = 1;
    for (Box box : boxes) {
      axes = Math.max(axes, box.axes());
    }
    return text(axes);
  }
}
