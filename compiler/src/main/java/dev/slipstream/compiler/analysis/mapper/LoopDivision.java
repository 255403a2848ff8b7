package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the compiler knows of executions of one shape, over arrays as devices hold them: flat ones
 * with all elements in one dimension, whatever shape the loop sees in them, and arrays of arrays
 * with their rows. Devices of one node get parts along one loop also where nodes would get tiles.
 * Thread-safe.
 */
final class LoopDivision implements Division {
  private final Geometry geometry;
  private final List<Integer> loops;
  private final Map<Integer, Elements> byParameter = new HashMap<>();

  /**
   * Describes executions.
   *
   * @param mappers what they read and write
   * @param cut the loop along which they are divided, one of those of the mappers' decision
   */
  LoopDivision(LoopMappers mappers, int cut) {
    int[] order = new int[mappers.space().axes()];
    order[0] = cut;
    int axis = 1;
    for (int loop = 0; loop < order.length; loop++) {
      if (loop != cut) {
        order[axis++] = loop;
      }
    }
    this.loops = Arrays.stream(order).boxed().toList();
    long[] extents = Arrays.stream(order).mapToLong(mappers.space()::extent).toArray();
    long granularity = mappers.split().granularity().get(cut);
    this.geometry = new Geometry(Box.sized(extents), granularity, 1, Splitting.ROWS);
    for (ArrayMapper array : mappers.arrays()) {
      Elements elements =
          new Flat(
              array.shape(),
              MappedLoop.domain(array.shape()),
              new ChunkRegions(array.reads(), order),
              new ChunkRegions(array.writes(), order));
      array.parameters().forEach(parameter -> byParameter.put(parameter, elements));
    }
  }

  @Override
  public Geometry geometry() {
    return geometry;
  }

  @Override
  public List<Integer> loops() {
    return loops;
  }

  @Override
  public Optional<Elements> elements(int parameter) {
    return Optional.ofNullable(byParameter.get(parameter));
  }

  /** Boxes of a shape as intervals, each from its first element to its last. */
  private record Flat(ArrayShape shape, Box domain, RangeMapper read, RangeMapper written)
      implements Elements {
    @Override
    public Region reads(Chunk chunk) {
      return flat(read.map(chunk, domain));
    }

    @Override
    public Region writes(Chunk chunk) {
      return flat(written.map(chunk, domain));
    }

    private Region flat(Region region) {
      Box[] intervals = new Box[region.size()];
      for (int i = 0; i < intervals.length; i++) {
        intervals[i] = interval(region.box(i));
      }
      return Region.of(intervals);
    }

    private Box interval(Box box) {
      List<Long> strides = shape.strides();
      if (strides.isEmpty()) {
        return Box.of(box.min0(), box.max0());
      }
      long first = box.min(strides.size());
      long last = box.max(strides.size()) - 1;
      for (int axis = 0; axis < strides.size(); axis++) {
        first += box.min(axis) * strides.get(axis);
        last += (box.max(axis) - 1) * strides.get(axis);
      }
      return Box.of(first, last + 1);
    }
  }
}
