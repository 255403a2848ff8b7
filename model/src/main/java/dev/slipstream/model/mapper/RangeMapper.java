package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * Says which elements of a buffer a chunk of iterations accesses. A mapper is a pure function:
 * equal arguments give equal regions on every node, and a part of a chunk never accesses more than
 * the chunk.
 */
@FunctionalInterface
public interface RangeMapper {
  /**
   * Maps a chunk.
   *
   * @param chunk iterations, not empty
   * @param domain all elements of the buffer
   * @return the elements; what is outside of the domain is ignored
   */
  Region map(Chunk chunk, Box domain);

  /**
   * Every iteration accesses the same elements.
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
