package dev.slipstream.compiler.analysis.mapper;

import java.util.Arrays;

/**
 * One box of a chunk, as numbers that are multiplied and added: chunks are evaluated far more often
 * than mappers are found. None of the numbers can wrap, see {@link Bound#fits}. Immutable.
 */
final class BoxFormula {
  private final long[] clip;
  private final Axis[] axes;

  BoxFormula(AccessBox piece, IndexBox domain) {
    this.clip = piece.clip().ends();
    this.axes = new Axis[domain.axes()];
    for (int axis = 0; axis < axes.length; axis++) {
      AxisRange range = piece.axes().get(axis);
      axes[axis] =
          new Axis(
              End.of(range.lower().get(0), /* isLast= */ false),
              End.of(range.upper().get(0), /* isLast= */ true),
              domain.min(axis),
              domain.max(axis),
              range,
              isSum(range));
    }
  }

  private static boolean isSum(AxisRange range) {
    return range.isSingle() && range.lower().get(0).isLinear() && range.upper().get(0).isLinear();
  }

  /**
   * One axis of the box.
   *
   * @param first its first index
   * @param behind the first index behind it
   * @param min the first index of the array
   * @param max the first index behind the array
   * @param range what both ends are made of
   * @param isSum whether they are all there is to it
   */
  private record Axis(End first, End behind, long min, long max, AxisRange range, boolean isSum) {}

  /**
   * An end of the box: a constant and multiples of ends of the chunk. Which of them is decided
   * once, and most ends of boxes follow one loop.
   *
   * @param factor of the end of the chunk that has the number {@code source}
   * @param further the factors of others, for each of {@code furtherSources}
   */
  private record End(long constant, long factor, int source, long[] further, int[] furtherSources) {
    private static final int[] NO_SOURCES = {};
    private static final long[] NO_FACTORS = {};

    /** The least number of a bound, or one more than its largest. */
    static End of(Bound bound, boolean isLast) {
      long constant = bound.constant() + (isLast ? 1 : 0);
      int count = 0;
      long[] factors = new long[bound.dimensions()];
      int[] sources = new int[factors.length];
      for (int d = 0; d < factors.length; d++) {
        long factor = bound.factor(d);
        boolean atLastIteration = isLast == factor > 0;
        if (factor != 0) {
          factors[count] = factor;
          sources[count++] = atLastIteration ? 2 * d + 1 : 2 * d;
          // The last iteration is the one before the chunk's end.
          constant -= atLastIteration ? factor : 0;
        }
      }
      return new End(
          constant,
          factors[0],
          sources[0],
          count < 2 ? NO_FACTORS : Arrays.copyOfRange(factors, 1, count),
          count < 2 ? NO_SOURCES : Arrays.copyOfRange(sources, 1, count));
    }

    long of(long[] chunk) {
      long sum = constant + factor * chunk[source];
      for (int f = 0; f < further.length; f++) {
        sum += further[f] * chunk[furtherSources[f]];
      }
      return sum;
    }
  }

  /**
   * Evaluates it.
   *
   * @param chunk the ends on each loop; not empty
   * @param box takes the ends on each axis
   * @return whether there is an element in it
   */
  boolean map(long[] chunk, long[] box) {
    long[] own = isWithinClip(chunk) ? chunk : clipped(chunk);
    if (own.length == 0) {
      return false;
    }
    boolean hasElements = true;
    for (int a = 0; a < axes.length; a++) {
      Axis axis = axes[a];
      long first = axis.isSum ? axis.first.of(own) : axis.range.first(IndexBox.owning(own));
      long behind = axis.isSum ? axis.behind.of(own) : axis.range.last(IndexBox.owning(own)) + 1;
      first = Math.max(first, axis.min);
      behind = Math.min(behind, axis.max);
      box[2 * a] = first;
      box[2 * a + 1] = behind;
      hasElements &= first < behind;
    }
    return hasElements;
  }

  private boolean isWithinClip(long[] chunk) {
    for (int d = 0; d < clip.length; d += 2) {
      if (chunk[d] < clip[d] || chunk[d + 1] > clip[d + 1]) {
        return false;
      }
    }
    return true;
  }

  /** The part of a chunk for which the box is; without ends if there is none. */
  private long[] clipped(long[] chunk) {
    long[] own = new long[clip.length];
    for (int d = 0; d < clip.length; d += 2) {
      own[d] = Math.max(chunk[d], clip[d]);
      own[d + 1] = Math.min(chunk[d + 1], clip[d + 1]);
      if (own[d] >= own[d + 1]) {
        return new long[0];
      }
    }
    return own;
  }
}
