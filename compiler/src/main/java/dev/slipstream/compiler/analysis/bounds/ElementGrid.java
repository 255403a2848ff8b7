package dev.slipstream.compiler.analysis.bounds;

/**
 * The elements of an array that a loop can touch: every {@code step}-th one, from {@code start} on.
 *
 * @param step for example 2 if the loop skips every other element; 1 if it may touch all
 */
record ElementGrid(long start, long step) {

  /** The part of a range from its first to its last element on the grid. */
  Interval within(Interval range) {
    return step == 1 || range.isAll()
        ? range
        : new Interval(
            range.low() + Math.floorMod(start - range.low(), step),
            range.high() - Math.floorMod(range.high() - start, step));
  }

  /** Whether one of some ranges contains all elements of the grid in a half-open interval. */
  boolean isCovered(Iterable<Interval> ranges, long from, long to) {
    Interval wanted = within(new Interval(from, to - 1));
    if (from >= to || wanted.isEmpty()) {
      return true;
    }
    for (Interval range : ranges) {
      if (wanted.isWithin(range)) {
        return true;
      }
    }
    return false;
  }
}
