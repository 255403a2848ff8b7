package dev.slipstream.api;

import dev.slipstream.collective.EvenParts;

/**
 * A range mapper: says which elements of an array a partition of a host task accesses. It is a pure
 * function, since each rank asks it for the partitions of all ranks. Of an array of arrays, rows
 * count as elements.
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
   * @param partition some of the iterations, at least one; of a collective host task, the rank
   * @param iterations all iterations; of a collective host task, all ranks
   * @param length how many elements the array has
   * @return the elements; what is outside of the array is ignored
   */
  IndexRange map(IndexRange partition, IndexRange iterations, int length);

  /** All elements, whatever the partition. */
  static HostMapper all() {
    return (partition, iterations, length) -> new IndexRange(0, length);
  }

  /** The same elements for every partition. */
  static HostMapper fixed(long from, long to) {
    IndexRange elements = new IndexRange(from, to);
    return (partition, iterations, length) -> elements;
  }

  /** Each iteration accesses the element of its own number. */
  static HostMapper oneToOne() {
    return (partition, iterations, length) -> partition;
  }

  /**
   * Each iteration accesses the element of its own number, and those around it.
   *
   * @param border how far away, at least 0
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
   * Each iteration accesses a slice of a flat array: as many neighbouring elements as a row has,
   * where iterations are rows.
   *
   * @param elements of each iteration, at least 1
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
   * Each iteration accesses an equal part of the array, in their order: of a collective host task,
   * each rank its own. The parts are multiples of the granularity, but for the last one that is not
   * empty, and differ by one multiple at most.
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
