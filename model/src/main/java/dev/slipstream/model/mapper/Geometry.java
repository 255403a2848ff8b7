package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;

/**
 * The iterations of a task and the ways in which they may be divided.
 *
 * @param space all iterations; may be empty
 * @param granularity0 chunks begin at multiples of this many iterations from the first, on axis 0
 * @param granularity1 the same on axis 1
 * @param splitting the axes along which they may be divided
 */
public record Geometry(Box space, long granularity0, long granularity1, Splitting splitting) {
  /**
   * Checks the granularity.
   *
   * @throws IllegalArgumentException if a granularity is not positive
   */
  public Geometry {
    if (granularity0 <= 0 || granularity1 <= 0) {
      throw new IllegalArgumentException(
          "a granularity is positive, not " + granularity0 + " × " + granularity1);
    }
  }

  /**
   * Returns a geometry with single iterations as granularity.
   *
   * @param space all iterations
   * @param splitting the axes along which they may be divided
   * @return the geometry
   */
  public static Geometry of(Box space, Splitting splitting) {
    return new Geometry(space, 1, 1, splitting);
  }
}
