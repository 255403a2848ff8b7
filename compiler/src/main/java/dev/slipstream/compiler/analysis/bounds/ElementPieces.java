package dev.slipstream.compiler.analysis.bounds;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Computes the elements that an access touches while the loops around it run, as ranges without
 * gaps: for example one range for each plane of an array whose planes are not full.
 */
record ElementPieces(Ranges ranges, ElementGrid grid) {
  /** The most pieces of an access; with more, its elements count as unknown. */
  private static final int MOST = 1024;

  /**
   * The elements that an access touches.
   *
   * @param base the part of the index that is added to the pieces; empty if they are the elements
   *     themselves
   */
  record Touched(Polynomial base, List<Interval> pieces) {}

  /**
   * The pieces that an access touches.
   *
   * @param loops the loops whose iterations all count
   * @return empty if a loop may run differently from time to time, or if there are too many pieces
   */
  Optional<Touched> of(AccessSite site, List<CountedLoop> loops) throws StaysOnHost {
    Polynomial index = ranges.numeric(Polynomial.of(site.index()));
    long low = index.constant();
    List<Stride> strides = new ArrayList<>();
    for (CountedLoop loop : loops) {
      long factor = index.coefficient(loop.variable());
      if (factor == 0) {
        continue;
      }
      Optional<Iterations> turns = ranges.turns(loop);
      if (turns.isEmpty()) {
        return Optional.empty();
      }
      Interval values = turns.get().range();
      low += factor * (factor > 0 ? values.low() : values.high());
      strides.add(
          new Stride(Math.abs(factor * turns.get().stride().length()), turns.get().count()));
      index = index.replace(loop.variable(), Polynomial.constant(0));
    }
    Polynomial base = index.varying();
    return pieces(low, strides).map(pieces -> new Touched(base, pieces));
  }

  private Optional<List<Interval>> pieces(long low, List<Stride> strides) {
    Collections.sort(strides);
    long span = 0;
    List<Long> starts = List.of(low);
    for (Stride stride : strides) {
      if (stride.length() <= span + grid.step()) {
        span += stride.length() * (stride.count() - 1);
        continue;
      }
      if (starts.size() * stride.count() > MOST) {
        return Optional.empty();
      }
      List<Long> more = new ArrayList<>();
      for (long start : starts) {
        for (long turn = 0; turn < stride.count(); turn++) {
          more.add(start + turn * stride.length());
        }
      }
      starts = more;
    }
    List<Interval> pieces = new ArrayList<>();
    for (long start : starts) {
      pieces.add(new Interval(start, start + span));
    }
    return Optional.of(pieces);
  }

  /** The loops around an access whose variables are not in a sum. */
  static List<CountedLoop> beyond(Polynomial sum, AccessSite site) {
    List<CountedLoop> loops = new ArrayList<>();
    for (CountedLoop loop : site.within()) {
      if (sum.coefficient(loop.variable()) == 0) {
        loops.add(loop);
      }
    }
    return loops;
  }
}
