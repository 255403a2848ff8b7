package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Interval;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Ranges;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The axes of an array. A flat array that stands for one with two or three axes has strides:
 * element {@code i} has the index {@code i / stride} on the axis of a stride, and what is left goes
 * on to the next axis.
 *
 * @param extents how long each axis is, slowest first; the last row of a flat array may be shorter
 * @param strides those of all axes of a flat array but the last; none if it is seen as it is, or is
 *     an array of arrays
 */
public record ArrayShape(List<Long> extents, List<Long> strides) {
  /** Copies the lists. */
  public ArrayShape {
    extents = List.copyOf(extents);
    strides = List.copyOf(strides);
  }

  /** A flat array with strides, largest first. */
  static ArrayShape flat(long length, List<Long> strides) {
    List<Long> extents = new ArrayList<>();
    long whole = length;
    for (int s = 0; s < strides.size(); s++) {
      long stride = strides.get(s);
      extents.add((whole + stride - 1) / stride);
      whole = stride;
    }
    extents.add(whole);
    return new ArrayShape(extents, strides);
  }

  /** All elements. */
  public IndexBox domain() {
    long[] ends = new long[2 * extents.size()];
    for (int axis = 0; axis < extents.size(); axis++) {
      ends[2 * axis + 1] = extents.get(axis);
    }
    return IndexBox.owning(ends);
  }

  /** How the shape is written, {@code 100 × 64}. */
  @Override
  public String toString() {
    return String.join(" × ", extents.stream().map(String::valueOf).toList());
  }

  /**
   * The number of an iteration along a loop, from 0 on. It stands for the loop's variable where
   * only all steps together go on by a whole row.
   */
  static Value countOf(int loop) {
    return new Value.LoopVariable(loop, "#" + loop, 'J');
  }

  /** The loop whose iterations a value counts, or -1. */
  static int countedLoop(Value value) {
    return value instanceof Value.LoopVariable variable
            && variable.equals(countOf(variable.dimension()))
        ? variable.dimension()
        : -1;
  }

  /**
   * The index of an access on each axis.
   *
   * @param loops the parallel loops
   * @return empty if an access may run over the end of a row
   */
  Optional<List<Polynomial>> axes(Polynomial index, List<Iterations> loops, Ranges here)
      throws StaysOnHost {
    List<Polynomial> axes = new ArrayList<>();
    Polynomial rest = index;
    for (long stride : strides) {
      Polynomial on = rest.multiplesOf(stride);
      rest = rest.plus(on, -stride);
      for (int d = 0; d < loops.size(); d++) {
        Iterations loop = loops.get(d);
        long coefficient = rest.coefficient(loop.variable());
        long step = Math.multiplyExact(coefficient, loop.step());
        if (coefficient != 0 && step % stride == 0) {
          on = on.plus(Polynomial.atom(countOf(d)), step / stride);
          long first = Math.multiplyExact(coefficient, loop.first());
          rest = rest.replace(loop.variable(), Polynomial.constant(0)).plus(first);
        }
      }
      Interval range = here.ofSum(rest);
      long rows = Math.floorDiv(range.low(), stride);
      if (range.isAll() || rows != Math.floorDiv(range.high(), stride)) {
        return Optional.empty();
      }
      axes.add(on.plus(rows));
      rest = rest.plus(-rows * stride);
    }
    axes.add(rest);
    return Optional.of(axes);
  }
}
