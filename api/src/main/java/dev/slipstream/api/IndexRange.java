package dev.slipstream.api;

/**
 * Consecutive indices: of iterations of a host task, or of elements of an array.
 *
 * @param from the first index
 * @param to the index behind the last one; {@code from} if there is none
 */
public record IndexRange(long from, long to) {
  /** The empty range. */
  public static final IndexRange EMPTY = new IndexRange(0, 0);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if the end is before the beginning
   */
  public IndexRange {
    if (from > to) {
      throw new IllegalArgumentException("a range cannot begin at " + from + " and end at " + to);
    }
  }

  /** The number of indices. */
  public long size() {
    return to - from;
  }

  /** Whether it is empty. */
  public boolean isEmpty() {
    return from == to;
  }

  /** Whether the two ranges have an index in common. */
  public boolean intersects(IndexRange other) {
    return Math.max(from, other.from) < Math.min(to, other.to);
  }

  /** The indices of this range that are not less than {@code least} and less than {@code most}. */
  public IndexRange within(long least, long most) {
    long start = Math.min(Math.max(from, least), most);
    return new IndexRange(start, Math.max(start, Math.min(to, most)));
  }

  @Override
  public String toString() {
    return "[" + from + ", " + to + ")";
  }
}
