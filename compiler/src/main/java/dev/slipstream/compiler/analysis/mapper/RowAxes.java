package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.model.region.Box;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * The axes of an array of arrays: one for each index, up to those that a box has. Of a deeper array
 * the innermost indices share the last axis, on which rows follow each other as if all were as long
 * as the longest. Immutable.
 */
final class RowAxes {
  private final List<Long> lengths = new ArrayList<>();

  /** The axes of an array with the rows that it has now. */
  RowAxes(Object[] array) {
    add(array, 0);
  }

  /** Notes the longest of the arrays on each level. */
  private void add(Object[] rows, int level) {
    extend(level, rows.length);
    int depth = rows.getClass().getName().lastIndexOf('[') + 1;
    if (depth > 1 && lengths.size() < level + 2) {
      extend(level + 1, 0);
    }
    for (Object row : rows) {
      if (row instanceof Object[] plane) {
        add(plane, level + 1);
      } else if (row != null) {
        extend(level + 1, Array.getLength(row));
      }
    }
  }

  private void extend(int level, long length) {
    while (lengths.size() <= level) {
      lengths.add(0L);
    }
    lengths.set(level, Math.max(lengths.get(level), length));
  }

  /** How long each axis is, slowest first. */
  List<Long> extents() {
    List<Long> extents = new ArrayList<>(lengths.subList(0, Math.min(lengths.size(), Box.AXES)));
    for (int level = Box.AXES; level < lengths.size(); level++) {
      extents.set(Box.AXES - 1, extents.get(Box.AXES - 1) * lengths.get(level));
    }
    return extents;
  }

  /**
   * The indices on these axes.
   *
   * @throws ArithmeticException if a number does not fit in 64 bits
   */
  List<Polynomial> indices(List<Polynomial> each) {
    if (each.size() <= Box.AXES) {
      return each;
    }
    List<Polynomial> indices = new ArrayList<>(each.subList(0, Box.AXES));
    for (int level = Box.AXES; level < each.size(); level++) {
      Polynomial rows = indices.get(Box.AXES - 1);
      indices.set(Box.AXES - 1, each.get(level).plus(rows, lengths.get(level)));
    }
    return indices;
  }
}
