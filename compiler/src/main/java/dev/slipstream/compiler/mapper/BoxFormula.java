package dev.slipstream.compiler.mapper;

import java.util.ArrayList;
import java.util.List;

/**
 * One box of a chunk, as numbers that are multiplied and added: chunks are evaluated far more often
 * than mappers are found. Immutable.
 */
final class BoxFormula {
  private final int loops;
  private final long[] clip;
  private final long[] domain;

  /**
   * For each axis the constant and the factors of the first index, then those of the last one; of
   * an axis in {@link #others} they mean nothing.
   */
  private final long[] numbers;

  /** The axes that are not bounded by one sum each. */
  private final List<Other> others;

  private record Other(int axis, AxisRange range) {}

  BoxFormula(Piece piece, IndexBox domain) {
    this.clip = piece.clip().ends();
    this.domain = domain.ends();
    this.loops = clip.length / 2;
    this.numbers = new long[piece.axes().size() * 2 * (1 + loops)];
    List<Other> found = new ArrayList<>();
    int at = 0;
    for (int axis = 0; axis < piece.axes().size(); axis++) {
      AxisRange range = piece.axes().get(axis);
      Bound lower = range.lower().get(0);
      Bound upper = range.upper().get(0);
      if (range.isSingle() && lower.isLinear() && upper.isLinear()) {
        at = append(upper, append(lower, at));
      } else {
        found.add(new Other(axis, range));
        at += 2 * (1 + loops);
      }
    }
    this.others = List.copyOf(found);
  }

  private int append(Bound bound, int at) {
    numbers[at] = bound.constant();
    for (int d = 0; d < loops; d++) {
      numbers[at + 1 + d] = bound.factor(d);
    }
    return at + 1 + loops;
  }

  /**
   * Evaluates it.
   *
   * @param chunk the ends on each loop; not empty
   * @param box takes the ends on each axis
   * @return whether there is an element in it
   */
  boolean map(long[] chunk, long[] box) {
    long[] own = chunk;
    for (int d = 0; d < loops; d++) {
      if (chunk[2 * d] < clip[2 * d] || chunk[2 * d + 1] > clip[2 * d + 1]) {
        own = clipped(chunk);
        break;
      }
    }
    if (own.length == 0) {
      return false;
    }
    int at = 0;
    for (int end = 0; end < domain.length; end += 2) {
      long first = numbers[at];
      for (int d = 0; d < loops; d++) {
        long factor = numbers[++at];
        first += factor * (factor >= 0 ? own[2 * d] : own[2 * d + 1] - 1);
      }
      long last = numbers[++at];
      for (int d = 0; d < loops; d++) {
        long factor = numbers[++at];
        last += factor * (factor >= 0 ? own[2 * d + 1] - 1 : own[2 * d]);
      }
      at++;
      box[end] = Math.max(first, domain[end]);
      box[end + 1] = Math.min(last + 1, domain[end + 1]);
    }
    if (!others.isEmpty()) {
      mapOthers(IndexBox.owning(own), box);
    }
    for (int end = 0; end < domain.length; end += 2) {
      if (box[end] >= box[end + 1]) {
        return false;
      }
    }
    return true;
  }

  /** The part of a chunk for which the box is; without ends if there is none. */
  private long[] clipped(long[] chunk) {
    long[] own = new long[chunk.length];
    for (int d = 0; d < loops; d++) {
      own[2 * d] = Math.max(chunk[2 * d], clip[2 * d]);
      own[2 * d + 1] = Math.min(chunk[2 * d + 1], clip[2 * d + 1]);
      if (own[2 * d] >= own[2 * d + 1]) {
        return new long[0];
      }
    }
    return own;
  }

  private void mapOthers(IndexBox own, long[] box) {
    for (int o = 0; o < others.size(); o++) {
      Other other = others.get(o);
      int end = 2 * other.axis();
      box[end] = Math.max(other.range().first(own), domain[end]);
      box[end + 1] = Math.min(other.range().last(own) + 1, domain[end + 1]);
    }
  }
}
