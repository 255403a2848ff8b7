package dev.slipstream.compiler.analysis.bounds;

/**
 * The elements of an array that a loop touches at all: every {@code step}-th, from one of them on.
 *
 * @param step 2 if there is one element between them, say; 1 if it may be all
 */
record ElementGrid(long start, long step) {

  /** The part of a range between its first and its last element. */
  Interval within(Interval range) {
    return step == 1 || range.isAll()
        ? range
        : new Interval(
            range.low() + Math.floorMod(start - range.low(), step),
            range.high() - Math.floorMod(range.high() - start, step));
  }

  /** Whether one of some ranges holds all its elements from one number to before another. */
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
