package dev.slipstream.runtime.graph.command;

/**
 * An interval in parts of almost equal length: each begins at a multiple of the granularity from
 * the start, and the first ones are one granule longer where it does not divide evenly. A last
 * granule that is not whole belongs to the last part.
 *
 * @param min the first point
 * @param max the first point after the interval
 * @param granularity the length of a granule
 * @param parts into how many parts it is cut; at most the number of granules
 */
record EvenCut(long min, long max, long granularity, int parts) {
  static long granules(long min, long max, long granularity) {
    return (max - min + granularity - 1) / granularity;
  }

  static int parts(long min, long max, long granularity, int wanted) {
    return (int) Math.min(wanted, granules(min, max, granularity));
  }

  /** Where a part begins; of the part after the last, the end. */
  long start(int part) {
    long granules = granules(min, max, granularity);
    long before = granules / parts * part + Math.min(part, granules % parts);
    return Math.min(max, min + before * granularity);
  }
}
