package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import java.util.List;

/**
 * A box of elements for each chunk, which an access, or one case of it, touches.
 *
 * @param clip the iterations that touch any element
 * @param axes the range on each axis of the array
 * @param isExact whether every element of the box is certainly touched, for chunks that begin and
 *     end at multiples of the alignments
 * @param widths for each axis the number of adjacent accesses, each of them like this one, that
 *     together leave out no element; none if that is unknown
 * @param alignment for each loop the number of iterations of which cuts must be multiples; 1 where
 *     any cut will do
 * @param line the source line of the access, or -1
 * @param text the access in the program's notation
 */
public record AccessBox(
    Box clip,
    List<AxisRange> axes,
    boolean isExact,
    List<Long> widths,
    List<Long> alignment,
    int line,
    String text) {
  /** Copies the lists. */
  public AccessBox {
    axes = List.copyOf(axes);
    widths = List.copyOf(widths);
    alignment = List.copyOf(alignment);
  }

  /**
   * The elements of a chunk.
   *
   * @param chunk iterations, counted from 0 along each loop, the outermost first; not empty
   * @param domain all elements of the array
   * @return may be empty
   */
  public Box map(Box chunk, Box domain) {
    Box own = clip.intersection(chunk);
    if (own.isEmpty()) {
      return Box.EMPTY;
    }
    long[] iterations = own.ends();
    long[] ends = Box.SCALAR.ends();
    for (int axis = 0; axis < axes.size(); axis++) {
      AxisRange range = axes.get(axis);
      ends[2 * axis] = Math.max(range.first(iterations), domain.min(axis));
      ends[2 * axis + 1] = Math.min(range.last(iterations) + 1, domain.max(axis));
    }
    return Box.ofEnds(ends);
  }

  /** Whether the bounds on any axis come from the access, and not from the array's length alone. */
  public boolean isKnown() {
    for (AxisRange axis : axes) {
      if (axis.isKnown()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the box is the same for all chunks that touch any element. */
  public boolean isConstant() {
    for (AxisRange axis : axes) {
      if (!axis.isConstant()) {
        return false;
      }
    }
    return true;
  }

  /** The union of several accesses like this one. */
  public AccessBox with(List<AxisRange> others, boolean exact) {
    return new AccessBox(clip, others, exact, widths, alignment, line, text);
  }
}
