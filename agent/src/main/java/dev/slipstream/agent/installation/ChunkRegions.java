package dev.slipstream.agent.installation;

import dev.slipstream.compiler.mapper.ArrayMapper;
import dev.slipstream.compiler.mapper.IndexBox;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.region.Region;
import dev.slipstream.runtime.task.Chunk;
import dev.slipstream.runtime.task.RangeMapper;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of chunks, of one array in one direction. Programs repeat their loops, and each time
 * the graphs ask for the same chunks, several times each: the last ones are remembered.
 * Thread-safe.
 */
final class ChunkRegions implements RangeMapper {
  /** A power of two; more chunks than most tasks have. */
  private static final int REMEMBERED = 256;

  private final ArrayMapper.Access access;
  private final int[] loops;

  /**
   * What was found, at places that follow from the chunks. Written without a lock: an entry is
   * immutable, and one that another thread overwrites is found again.
   */
  private @Nullable Found @Nullable [] remembered;

  private record Found(Box chunk, Region region) {}

  /**
   * @param loops which loop each axis of a chunk is
   */
  ChunkRegions(ArrayMapper.Access access, int[] loops) {
    this.access = access;
    this.loops = loops.clone();
  }

  @Override
  public Region map(Chunk chunk, Box domain) {
    Box box = chunk.box();
    @Nullable Found @Nullable [] all = remembered;
    if (all == null) {
      all = new @Nullable Found[REMEMBERED];
      remembered = all;
    }
    int place = place(box);
    Found known = all[place];
    if (known != null && !known.chunk.equals(box)) {
      // Of two chunks that belong in one place the second one is beside it.
      place ^= 1;
      known = all[place];
    }
    if (known != null && known.chunk.equals(box)) {
      return known.region;
    }
    Region region = region(box);
    all[place] = new Found(box, region);
    return region;
  }

  /** These elements but those of another mapper. */
  RangeMapper without(ChunkRegions other) {
    return (chunk, domain) -> map(chunk, domain).difference(other.map(chunk, domain));
  }

  private static int place(Box box) {
    long mixed = box.min0() * 0x9E3779B97F4A7C15L + box.min1() * 0xC2B2AE3D27D4EB4FL;
    mixed += box.min2() * 0x165667B19E3779F9L + box.max0() + box.max1() + box.max2();
    long spread = (mixed ^ (mixed >>> 32)) * 0x9E3779B9L;
    return (int) ((spread >>> 24) & (REMEMBERED - 1));
  }

  /** The ends of a chunk in the order of the loops. */
  static long[] iterations(Box chunk, int[] loops) {
    long[] ends = new long[2 * loops.length];
    for (int axis = 0; axis < loops.length; axis++) {
      int loop = loops[axis];
      ends[2 * loop] = chunk.min(axis);
      ends[2 * loop + 1] = chunk.max(axis);
    }
    return ends;
  }

  private Region region(Box chunk) {
    long[] iterations = iterations(chunk, loops);
    if (access.isFollowed()) {
      return followed(access.map(IndexBox.of(iterations)));
    }
    long[] ends = new long[2 * access.axes()];
    if (access.size() == 1) {
      return access.map(0, iterations, ends) ? Region.of(box(ends)) : Region.EMPTY;
    }
    Box[] boxes = new Box[access.size()];
    int count = 0;
    for (int number = 0; number < boxes.length; number++) {
      if (access.map(number, iterations, ends)) {
        boxes[count++] = box(ends);
      }
    }
    return count == 1 ? Region.of(boxes[0]) : Region.of(Arrays.copyOf(boxes, count));
  }

  private static Region followed(List<IndexBox> found) {
    Box[] boxes = new Box[found.size()];
    for (int b = 0; b < boxes.length; b++) {
      IndexBox box = found.get(b);
      long[] ends = new long[2 * box.axes()];
      for (int axis = 0; axis < box.axes(); axis++) {
        ends[2 * axis] = box.min(axis);
        ends[2 * axis + 1] = box.max(axis);
      }
      boxes[b] = box(ends);
    }
    return Region.of(boxes);
  }

  private static Box box(long[] ends) {
    return switch (ends.length) {
      case 2 -> Box.of(ends[0], ends[1]);
      case 4 -> Box.of(ends[0], ends[1], ends[2], ends[3]);
      default -> new Box(ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]);
    };
  }
}
