package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.MappedAccess;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of executions of one shape, as a task graph over several nodes asks for it. The
 * loop along which the iterations are best divided is axis 0 of the task, the next one axis 1. It
 * holds no array and no buffer, so that all executions of the shape can share it; then the regions
 * of equal chunks are found once. Thread-safe.
 */
public final class MappedLoop {
  private final LoopMappers mappers;
  private final int[] loops;
  private final Geometry geometry;
  private final List<Mapped> arrays;

  /** The mappers of one array. */
  private record Mapped(
      ArrayMapper array, RangeMapper reads, RangeMapper writes, RangeMapper certain) {}

  /**
   * Describes executions.
   *
   * @param mappers what they read and write
   * @param tiles whether they are to be divided along two loops, where that is possible and the
   *     user does not say otherwise
   */
  public MappedLoop(LoopMappers mappers, boolean tiles) {
    this.mappers = mappers;
    boolean inTiles = mappers.isInTiles(tiles);
    this.loops = order(mappers, inTiles);
    this.geometry = geometry(mappers, loops, inTiles);
    this.arrays = new ArrayList<>(mappers.arrays().size());
    for (ArrayMapper array : mappers.arrays()) {
      ChunkRegions certain = new ChunkRegions(array.certain(), loops);
      RangeMapper writes =
          array.writesAll() || array.certain().isNone()
              ? mapper(array.writes())
              : new ChunkRegions(array.writes(), loops).without(certain);
      arrays.add(new Mapped(array, mapper(array.reads()), writes, certain));
    }
  }

  /** Which loop each axis of the task is. */
  private static int[] order(LoopMappers mappers, boolean inTiles) {
    List<Integer> split = mappers.split().loops();
    int[] order = new int[mappers.space().axes()];
    int known = 0;
    for (int s = 0; s < split.size(); s++) {
      order[known++] = split.get(s);
    }
    if (inTiles && order[0] > order[1]) {
      // Tiles have no best axis: they stay in the order of the loops.
      int inner = order[0];
      order[0] = order[1];
      order[1] = inner;
    }
    for (int loop = 0; loop < order.length; loop++) {
      if (!split.contains(loop)) {
        order[known++] = loop;
      }
    }
    return order;
  }

  private static Geometry geometry(LoopMappers mappers, int[] loops, boolean inTiles) {
    long[] extents = new long[loops.length];
    for (int axis = 0; axis < loops.length; axis++) {
      extents[axis] = mappers.space().extent(loops[axis]);
    }
    SplitDecision split = mappers.split();
    if (!split.isPossible()) {
      return Geometry.of(Box.sized(extents), Splitting.WHOLE);
    }
    return new Geometry(
        Box.sized(extents),
        split.granularity().get(loops[0]),
        loops.length > 1 ? split.granularity().get(loops[1]) : 1,
        inTiles ? Splitting.TILES : Splitting.ROWS);
  }

  /** What the executions read and write. */
  public LoopMappers mappers() {
    return mappers;
  }

  /** The iterations, counted from 0, and how they may be divided. */
  public Geometry geometry() {
    return geometry;
  }

  /**
   * The iterations of a chunk, as the compiler counts them.
   *
   * @param chunk a part of the task's iterations
   */
  public IndexBox iterations(Box chunk) {
    return IndexBox.of(ChunkRegions.iterations(chunk, loops));
  }

  /** All elements of an array of some shape. */
  public static Box domain(ArrayShape shape) {
    IndexBox domain = shape.domain();
    return switch (domain.axes()) {
      case 1 -> Box.of(0, domain.max(0));
      case 2 -> Box.of(0, domain.max(0), 0, domain.max(1));
      default -> new Box(0, domain.max(0), 0, domain.max(1), 0, domain.max(2));
    };
  }

  /**
   * How the loop accesses one of its arrays, in the array's shape.
   *
   * @param array one of {@link LoopMappers#arrays}
   * @return one to three accesses
   */
  public List<MappedAccess> accesses(ArrayMapper array) {
    List<MappedAccess> accesses = new ArrayList<>(2);
    for (Mapped mapped : arrays) {
      if (mapped.array().equals(array)) {
        add(mapped, accesses);
      }
    }
    return accesses;
  }

  private static void add(Mapped mapped, List<MappedAccess> accesses) {
    ArrayMapper array = mapped.array();
    if (!array.reads().isNone()) {
      accesses.add(new MappedAccess(AccessMode.READ, mapped.reads()));
    }
    if (!array.writes().isNone()) {
      // Where an element may be left out, what was there before is needed too.
      AccessMode mode = array.writesAll() ? AccessMode.WRITE : AccessMode.READ_WRITE;
      accesses.add(new MappedAccess(mode, mapped.writes()));
      if (!array.writesAll() && !array.certain().isNone()) {
        accesses.add(new MappedAccess(AccessMode.WRITE, mapped.certain()));
      }
    }
  }

  /**
   * One direction of accesses as a mapper.
   *
   * @param access what is accessed
   */
  public RangeMapper mapper(ArrayMapper.Access access) {
    return new ChunkRegions(access, loops);
  }
}
