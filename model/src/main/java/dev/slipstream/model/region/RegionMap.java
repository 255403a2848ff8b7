package dev.slipstream.model.region;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * A map from every point of a box to a value. It keeps the points in the bands that {@link Region}
 * uses (intervals on axis 0, in each of them intervals on axis 1, in each of these on axis 2), with
 * equal neighbours joined. An operation thus finds its position by one binary search for each axis.
 * Values are compared with {@code equals}. Not thread-safe.
 *
 * @param <V> the values
 */
public final class RegionMap<V> {
  private final Box domain;
  private final int lastAxis;
  private Cells root;

  /**
   * A box in which all points have one value.
   *
   * @param box the box, not empty
   * @param value the value
   * @param <V> the values
   */
  public record Entry<V>(Box box, V value) {}

  /**
   * Creates a map.
   *
   * @param domain the points that have a value; may be empty
   * @param initial the value of all of them
   */
  public RegionMap(Box domain, V initial) {
    this.domain = domain;
    lastAxis = domain.axes() - 1;
    root = uniform(0, initial);
  }

  private Cells uniform(int axis, Object value) {
    return new Cells(
        domain.min(axis), domain.max(axis), axis == lastAxis ? value : uniform(axis + 1, value));
  }

  /**
   * Returns the points that have a value.
   *
   * @return the box
   */
  public Box domain() {
    return domain;
  }

  /**
   * Sets the value of all points of a box.
   *
   * @param box the box; points outside the domain are ignored
   * @param value the value
   */
  public void update(Box box, V value) {
    Box part = box.intersection(domain);
    if (part.area() == domain.area()) {
      root = uniform(0, value);
    } else if (!part.isEmpty()) {
      write(root, 0, part, value);
    }
  }

  /**
   * Sets the value of all points of a region.
   *
   * @param region the region; points outside the domain are ignored
   * @param value the value
   */
  public void update(Region region, V value) {
    for (int i = 0; i < region.size(); i++) {
      update(region.box(i), value);
    }
  }

  private void write(Cells cells, int axis, Box box, Object value) {
    int from = cells.split(box.min(axis));
    int to = cells.split(box.max(axis));
    if (axis == lastAxis) {
      cells.fill(from, to, value);
    } else if (spansAfter(axis, box)) {
      cells.fill(from, to, uniform(axis + 1, value));
    } else {
      for (int cell = from; cell < to; cell++) {
        write(cells.inner(cell), axis + 1, box, value);
      }
      cells.join(from - 1, to);
    }
  }

  private boolean spansAfter(int axis, Box box) {
    for (int inner = axis + 1; inner <= lastAxis; inner++) {
      if (box.min(inner) != domain.min(inner) || box.max(inner) != domain.max(inner)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Changes the values of all points of a box.
   *
   * @param box the box; points outside the domain are ignored
   * @param change a function of the value alone
   */
  public void change(Box box, UnaryOperator<V> change) {
    Box part = box.intersection(domain);
    if (!part.isEmpty()) {
      change(root, 0, part, untyped(change));
    }
  }

  /**
   * Changes the values of all points of a region.
   *
   * @param region the region; points outside the domain are ignored
   * @param change a function of the value alone
   */
  public void change(Region region, UnaryOperator<V> change) {
    for (int i = 0; i < region.size(); i++) {
      change(region.box(i), change);
    }
  }

  /**
   * Changes the values of all points.
   *
   * @param change a function of the value alone
   */
  public void apply(UnaryOperator<V> change) {
    change(domain, change);
  }

  @SuppressWarnings("unchecked")
  private UnaryOperator<Object> untyped(UnaryOperator<V> change) {
    return value -> change.apply((V) value);
  }

  private void change(Cells cells, int axis, Box box, UnaryOperator<Object> change) {
    int from = cells.split(box.min(axis));
    int to = cells.split(box.max(axis));
    if (axis == lastAxis) {
      cells.change(from, to, change);
    } else {
      for (int cell = from; cell < to; cell++) {
        change(cells.inner(cell), axis + 1, box, change);
      }
    }
    cells.join(from - 1, to);
  }

  /**
   * Visits the values of the points of a box, in pieces that are not joined across bands. This is
   * cheaper than {@link #query(Box)}.
   *
   * @param box the box; points outside the domain are ignored
   * @param visitor receives each piece with its value
   */
  public void forEach(Box box, BiConsumer<? super Box, ? super V> visitor) {
    Box part = box.intersection(domain);
    if (!part.isEmpty()) {
      visit(root, 0, part, visitor);
    }
  }

  private void visit(Cells cells, int axis, Box clip, BiConsumer<? super Box, ? super V> visitor) {
    for (int cell = cells.at(clip.min(axis)); startsBefore(cells, cell, clip.max(axis)); cell++) {
      Box piece = clipped(cells, cell, axis, clip);
      if (axis == lastAxis) {
        visitor.accept(piece, value(cells, cell));
      } else {
        visit(cells.inner(cell), axis + 1, piece, visitor);
      }
    }
  }

  /**
   * Returns the values of the points of a box.
   *
   * @param box the box; points outside the domain are ignored
   * @return disjoint boxes with their values, in the order of axes 0, 1, 2, joined where neighbours
   *     on an axis are equal
   */
  public List<Entry<V>> query(Box box) {
    Box part = box.intersection(domain);
    List<Entry<V>> entries = new ArrayList<>();
    if (!part.isEmpty()) {
      query(root, 0, part, entries);
    }
    return entries;
  }

  /**
   * Returns the values of the points of a region.
   *
   * @param region the region; points outside the domain are ignored
   * @return as for a box, for one box of the region after another
   */
  public List<Entry<V>> query(Region region) {
    if (region.size() == 1) {
      return query(region.box(0));
    }
    List<Entry<V>> entries = new ArrayList<>();
    for (int i = 0; i < region.size(); i++) {
      entries.addAll(query(region.box(i)));
    }
    return entries;
  }

  private void query(Cells cells, int axis, Box clip, List<Entry<V>> entries) {
    int cell = cells.at(clip.min(axis));
    if (axis == lastAxis) {
      for (; startsBefore(cells, cell, clip.max(axis)); cell++) {
        entries.add(new Entry<>(clipped(cells, cell, axis, clip), value(cells, cell)));
      }
      return;
    }
    query(cells.inner(cell), axis + 1, clipped(cells, cell, axis, clip), entries);
    if (cells.end(cell) >= clip.max(axis)) {
      return;
    }
    BandJoin<V> join = new BandJoin<>(axis, entries);
    for (cell++; startsBefore(cells, cell, clip.max(axis)); cell++) {
      List<Entry<V>> band = new ArrayList<>();
      query(cells.inner(cell), axis + 1, clipped(cells, cell, axis, clip), band);
      join.add(band);
    }
  }

  private static boolean startsBefore(Cells cells, int cell, long point) {
    return cell < cells.size() && cells.start(cell) < point;
  }

  private static Box clipped(Cells cells, int cell, int axis, Box clip) {
    long min = Math.max(cells.start(cell), clip.min(axis));
    long max = Math.min(cells.end(cell), clip.max(axis));
    return min == clip.min(axis) && max == clip.max(axis) ? clip : clip.with(axis, min, max);
  }

  @SuppressWarnings("unchecked")
  private V value(Cells cells, int cell) {
    return (V) cells.content(cell);
  }

  /**
   * Returns the number of entries that a query of all points has.
   *
   * @return the number, 0 only if there are no points
   */
  public int size() {
    return query(domain).size();
  }
}
