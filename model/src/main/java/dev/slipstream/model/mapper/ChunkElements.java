package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.List;

/**
 * The elements of the chunks into which an execution is divided. A larger chunk has those of all
 * chunks in it.
 *
 * @param chunks disjoint boxes of iterations, together all of them
 * @param regions the elements of each
 */
public record ChunkElements(List<Box> chunks, List<Region> regions) implements RangeMapper {
  /** Copies the lists. */
  public ChunkElements {
    chunks = List.copyOf(chunks);
    regions = List.copyOf(regions);
  }

  @Override
  public Region map(Chunk chunk, Box domain) {
    Region all = Region.EMPTY;
    for (int c = 0; c < chunks.size(); c++) {
      if (chunks.get(c).intersects(chunk.box())) {
        all = all.union(regions.get(c));
      }
    }
    return all;
  }

  /**
   * Whether an element of a chunk is one of another chunk's too.
   *
   * @param others elements of the same array, by the same chunks
   */
  public boolean meetsOthers(ChunkElements others) {
    for (int own = 0; own < regions.size(); own++) {
      for (int other = 0; other < regions.size(); other++) {
        if (own != other && regions.get(own).intersects(others.regions.get(other))) {
          return true;
        }
      }
    }
    return false;
  }

  /** How many elements belong to more than one chunk, counted once for each further one. */
  public long repeated() {
    Region all = Region.EMPTY;
    long sum = 0;
    for (Region region : regions) {
      sum += region.area();
      all = all.union(region);
    }
    return sum - all.area();
  }
}
