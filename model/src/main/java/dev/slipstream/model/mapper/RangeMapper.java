package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * Maps a chunk of iterations to the elements of a buffer that it accesses. A mapper is a pure
 * function: equal arguments give equal regions on every node, and a part of a chunk never accesses
 * more than the chunk.
 */
@FunctionalInterface
public interface RangeMapper {
  /**
   * Maps a chunk.
   *
   * @param chunk iterations, not empty
   * @param domain all elements of the buffer
   * @return the elements; points outside the domain are ignored
   */
  Region map(Chunk chunk, Box domain);

  /**
   * A mapper for iterations that all access the same elements.
   *
   * @param region the elements
   */
  record Fixed(Region region) implements RangeMapper {
    @Override
    public Region map(Chunk chunk, Box domain) {
      return region;
    }

    @Override
    public String toString() {
      return "fixed " + region;
    }
  }
}
