package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements of the chunks into which an execution is divided. The elements of a larger chunk are
 * those of all chunks in it.
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
    int place = place(chunk.box());
    if (place >= 0) {
      return regions.get(place);
    }
    Region all = Region.EMPTY;
    for (int c = 0; c < chunks.size(); c++) {
      if (chunks.get(c).intersects(chunk.box())) {
        all = all.union(regions.get(c));
      }
    }
    return all;
  }

  /** The position of a chunk; negative if it is none of these, or if they are in another order. */
  private int place(Box chunk) {
    int from = 0;
    int to = chunks.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      Box found = chunks.get(middle);
      if (found.equals(chunk)) {
        return middle;
      } else if (found.min0() < chunk.min0()) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return -1;
  }

  /**
   * Whether an element of a chunk also belongs to another chunk.
   *
   * @param others elements of the same array, by the same chunks
   */
  public boolean meetsOthers(ChunkElements others) {
    List<Part> parts = others.byMinimum();
    long[] ends = ends(parts);
    int first = 0;
    for (Part own : byMinimum()) {
      while (first < ends.length && ends[first] <= own.box.min0()) {
        first++;
      }
      for (int p = first; p < ends.length && parts.get(p).box.min0() < own.box.max0(); p++) {
        if (parts.get(p).chunk != own.chunk && parts.get(p).box.intersects(own.box)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A box of elements of a chunk. */
  private record Part(int chunk, Box box) {}

  private List<Part> byMinimum() {
    List<Part> parts = new ArrayList<>(regions.size());
    for (int c = 0; c < regions.size(); c++) {
      for (Box box : regions.get(c).boxes()) {
        parts.add(new Part(c, box));
      }
    }
    parts.sort((one, other) -> Long.compare(one.box.min0(), other.box.min0()));
    return parts;
  }

  /** For each part the largest end, on the outermost axis, of it and all parts before it. */
  private static long[] ends(List<Part> parts) {
    long[] ends = new long[parts.size()];
    long end = Long.MIN_VALUE;
    for (int p = 0; p < ends.length; p++) {
      end = Math.max(end, parts.get(p).box.max0());
      ends[p] = end;
    }
    return ends;
  }

  /**
   * The number of elements that belong to more than one chunk, counted once for each further chunk.
   */
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
