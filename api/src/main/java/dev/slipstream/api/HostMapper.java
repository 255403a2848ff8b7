package dev.slipstream.api;

import dev.slipstream.collective.EvenParts;

/**
 * A range mapper: the elements of an array that a partition of a host task accesses. It must be a
 * pure function, since each rank evaluates it for the partitions of all ranks. Rows of an array of
 * arrays count as elements.
 *
 * <pre>{@code
 * Slipstream.distributed(
 *     rows,
 *     partition -> smooth(image, smooth, partition.from(), partition.to()),
 *     HostAccess.reads(image, HostMapper.neighborhood(1)),
 *     HostAccess.writes(smooth, HostMapper.oneToOne()));
 * }</pre>
 */
@FunctionalInterface
public interface HostMapper {
  /**
   * Maps a partition.
   *
   * @param partition some of the iterations, at least one; for a collective host task, the rank
   * @param iterations all iterations; for a collective host task, all ranks
   * @param length the number of elements of the array
   * @return the elements; indices outside the array are ignored
   */
  IndexRange map(IndexRange partition, IndexRange iterations, int length);

  /** All elements, for every partition. */
  static HostMapper all() {
    return (partition, iterations, length) -> new IndexRange(0, length);
  }

  /** The same elements for every partition. */
  static HostMapper fixed(long from, long to) {
    IndexRange elements = new IndexRange(from, to);
    return (partition, iterations, length) -> elements;
  }

  /** For each iteration the element with its number. */
  static HostMapper oneToOne() {
    return (partition, iterations, length) -> partition;
  }

  /**
   * For each iteration the element with its number, and those around it.
   *
   * @param border the largest distance, at least 0
   * @throws IllegalArgumentException if the border is negative
   */
  static HostMapper neighborhood(int border) {
    if (border < 0) {
      throw new IllegalArgumentException("a border has at least 0 elements, not " + border);
    }
    return (partition, iterations, length) ->
        new IndexRange(partition.from() - border, partition.to() + border);
  }

  /**
   * For each iteration a slice of a flat array: as many neighbouring elements as a row has, where
   * iterations are rows.
   *
   * @param elements the number of elements of each iteration, at least 1
   * @throws IllegalArgumentException if there are none
   */
  static HostMapper slice(int elements) {
    if (elements < 1) {
      throw new IllegalArgumentException("a slice has at least 1 element, not " + elements);
    }
    return (partition, iterations, length) ->
        new IndexRange(
            Math.multiplyExact(partition.from(), elements),
            Math.multiplyExact(partition.to(), elements));
  }

  /** As {@link #evenSplit(int)}, in single elements. */
  static HostMapper evenSplit() {
    return evenSplit(1);
  }

  /**
   * For each iteration an equal part of the array, in order; for a collective host task, for each
   * rank. The parts are multiples of the granularity, except for the last one that is not empty,
   * and differ by one multiple at most.
   *
   * @param granularity in elements, at least 1
   * @throws IllegalArgumentException if it is less than 1
   */
  static HostMapper evenSplit(int granularity) {
    if (granularity < 1) {
      throw new IllegalArgumentException("a granularity is at least 1, not " + granularity);
    }
    return (partition, iterations, length) -> {
      long parts = iterations.size();
      return new IndexRange(
          EvenParts.start(partition.from() - iterations.from(), parts, length, granularity),
          EvenParts.start(partition.to() - iterations.from(), parts, length, granularity));
    };
  }
}
