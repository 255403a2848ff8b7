package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The iterations of a nest that each lane of a reduction runs. The iterations are numbered from 0,
 * those of the innermost loop next to each other. Consecutive lanes run consecutive iterations, the
 * same number for each lane, if the first lane is one at which a chunk may begin. A lane stores its
 * result in the element with its own number.
 *
 * @param nest the iterations, counted from 0 along each loop, the outermost first; at least one
 * @param loops the number of loops
 * @param steps the number of iterations for each lane, at least 1
 * @param results the kernel's parameters, as indices, with the arrays in which lanes store their
 *     results
 */
public record LaneIterations(Box nest, int loops, int steps, Set<Integer> results) {
  /** Copies the set. */
  public LaneIterations {
    results = Set.copyOf(results);
  }

  /**
   * The iterations that some lanes run.
   *
   * @param first the first lane, where a chunk may begin
   * @param last the lane behind the last one
   * @return disjoint boxes of the nest; none if the lanes have no iterations
   */
  public List<Box> of(long first, long last) {
    long from = first * steps;
    long to = Math.min(last * steps, count(0));
    List<Box> boxes = new ArrayList<>();
    if (from < to) {
      add(0, from, to, Box.SCALAR, boxes);
    }
    return boxes;
  }

  /** The number of iterations of the loops from one on together. */
  private long count(int loop) {
    long count = 1;
    for (int inner = loop; inner < loops; inner++) {
      count *= nest.extent(inner);
    }
    return count;
  }

  /**
   * Adds iterations of the loops from one on.
   *
   * @param from the number of the first one, within fixed iterations of the outer loops
   * @param to the number behind the last one
   * @param outside the iterations of the outer loops
   */
  private void add(int loop, long from, long to, Box outside, List<Box> boxes) {
    long inner = count(loop + 1);
    long first = from / inner;
    long last = to / inner;
    if (first < last || loop == loops - 1) {
      if (from % inner > 0) {
        add(loop + 1, from % inner, inner, outside.with(loop, first, first + 1), boxes);
        first++;
      }
      if (first < last) {
        Box whole = outside.with(loop, first, last);
        for (int below = loop + 1; below < loops; below++) {
          whole = whole.with(below, 0, nest.extent(below));
        }
        boxes.add(whole);
      }
      if (to % inner > 0) {
        add(loop + 1, 0, to % inner, outside.with(loop, last, last + 1), boxes);
      }
    } else {
      add(loop + 1, from % inner, to % inner, outside.with(loop, first, first + 1), boxes);
    }
  }
}
