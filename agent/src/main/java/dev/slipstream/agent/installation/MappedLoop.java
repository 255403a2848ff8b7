package dev.slipstream.agent.installation;

import dev.slipstream.compiler.mapper.ArrayMapper;
import dev.slipstream.compiler.mapper.ArrayShape;
import dev.slipstream.compiler.mapper.IndexBox;
import dev.slipstream.compiler.mapper.LoopMappers;
import dev.slipstream.compiler.mapper.SplitDecision;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.region.Region;
import dev.slipstream.runtime.task.AccessMode;
import dev.slipstream.runtime.task.BufferAccess;
import dev.slipstream.runtime.task.Chunk;
import dev.slipstream.runtime.task.Geometry;
import dev.slipstream.runtime.task.RangeMapper;
import dev.slipstream.runtime.task.Splitting;
import java.util.ArrayList;
import java.util.List;

/**
 * What the compiler knows of one execution, as the task graph asks for it. The loop along which the
 * iterations are best divided is axis 0 of the task, the next one axis 1. Immutable and
 * thread-safe.
 */
public final class MappedLoop {
  private final LoopMappers mappers;
  private final List<Integer> loops;
  private final boolean tiles;

  /**
   * Describes an execution.
   *
   * @param mappers what it reads and writes
   * @param tiles whether it is to be divided along two loops, where that is possible
   */
  public MappedLoop(LoopMappers mappers, boolean tiles) {
    this.mappers = mappers;
    this.tiles = tiles && mappers.split().loops().size() > 1;
    List<Integer> order = new ArrayList<>(mappers.split().loops());
    if (this.tiles) {
      // Tiles have no best axis: they stay in the order of the loops.
      order.subList(0, 2).sort(null);
    }
    for (int loop = 0; loop < mappers.space().axes(); loop++) {
      if (!order.contains(loop)) {
        order.add(loop);
      }
    }
    this.loops = List.copyOf(order);
  }

  /** The iterations, counted from 0, and how they may be divided. */
  public Geometry geometry() {
    long[] extents = loops.stream().mapToLong(mappers.space()::extent).toArray();
    SplitDecision split = mappers.split();
    if (!split.isPossible()) {
      return Geometry.of(Box.sized(extents), Splitting.WHOLE);
    }
    return new Geometry(
        Box.sized(extents),
        split.granularity().get(loops.get(0)),
        loops.size() > 1 ? split.granularity().get(loops.get(1)) : 1,
        tiles ? Splitting.TILES : Splitting.ROWS);
  }

  /** All elements of an array of some shape. */
  public static Box domain(ArrayShape shape) {
    return box(shape.domain());
  }

  /**
   * How the loop accesses one of its arrays.
   *
   * @param buffer the buffer that stands for it, with the array's shape as its domain
   */
  public List<BufferAccess> accesses(ArrayMapper array, Buffer buffer) {
    List<BufferAccess> accesses = new ArrayList<>(2);
    if (!array.reads().isNone()) {
      accesses.add(new BufferAccess(buffer, AccessMode.READ, mapper(array.reads())));
    }
    if (!array.writes().isNone()) {
      // Where an element may be left out, what was there before is needed too.
      AccessMode mode = array.writesAll() ? AccessMode.WRITE : AccessMode.READ_WRITE;
      accesses.add(new BufferAccess(buffer, mode, mapper(array.writes())));
    }
    return accesses;
  }

  /**
   * One direction of accesses as a mapper.
   *
   * @param access what is accessed
   */
  public RangeMapper mapper(ArrayMapper.Access access) {
    return (chunk, domain) -> region(access.map(iterations(chunk)));
  }

  private IndexBox iterations(Chunk chunk) {
    long[] ends = new long[2 * loops.size()];
    for (int axis = 0; axis < loops.size(); axis++) {
      int loop = loops.get(axis);
      ends[2 * loop] = chunk.box().min(axis);
      ends[2 * loop + 1] = chunk.box().max(axis);
    }
    return IndexBox.of(ends);
  }

  private static Region region(List<IndexBox> boxes) {
    if (boxes.size() == 1) {
      return Region.of(box(boxes.get(0)));
    }
    Box[] all = new Box[boxes.size()];
    for (int b = 0; b < all.length; b++) {
      all[b] = box(boxes.get(b));
    }
    return Region.of(all);
  }

  private static Box box(IndexBox box) {
    return switch (box.axes()) {
      case 1 -> Box.of(box.min(0), box.max(0));
      case 2 -> Box.of(box.min(0), box.max(0), box.min(1), box.max(1));
      default -> new Box(box.min(0), box.max(0), box.min(1), box.max(1), box.min(2), box.max(2));
    };
  }
}
