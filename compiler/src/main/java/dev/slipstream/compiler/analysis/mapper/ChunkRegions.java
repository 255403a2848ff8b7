package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
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

  /** In so many places beside each other a chunk may be; with fewer some would never be kept. */
  private static final int MOST_PROBES = 8;

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
    int first = place(box);
    int place = first;
    for (int probe = 0; probe < MOST_PROBES; probe++) {
      int next = (first + probe) & (REMEMBERED - 1);
      Found known = all[next];
      if (known == null) {
        place = next;
        break;
      }
      if (known.chunk.equals(box)) {
        return known.region;
      }
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
    return several(iterations, ends, new long[ends.length]);
  }

  /**
   * The elements of all boxes.
   *
   * @param spare takes a box
   * @param other takes another one
   */
  private Region several(long[] iterations, long[] spare, long[] other) {
    Box[] boxes = new Box[access.size()];
    int count = 0;
    long[] next = spare;
    long[] last = other;
    boolean isFirst = true;
    for (int number = 0; number < boxes.length; number++) {
      if (!access.map(number, iterations, next) || (!isFirst && isJoined(last, next))) {
        continue;
      }
      if (!isFirst) {
        boxes[count++] = box(last);
      }
      isFirst = false;
      long[] swapped = last;
      last = next;
      next = swapped;
    }
    if (isFirst) {
      return Region.EMPTY;
    }
    boxes[count++] = box(last);
    return switch (count) {
      case 1 -> Region.of(boxes[0]);
      case 2 -> Region.of(boxes[0], boxes[1]);
      default -> Region.of(Arrays.copyOf(boxes, count));
    };
  }

  /** Adds a box to one that differs on one axis at most and that it touches there. */
  private static boolean isJoined(long[] box, long[] added) {
    int differing = -1;
    for (int end = 0; end < box.length; end += 2) {
      if (box[end] != added[end] || box[end + 1] != added[end + 1]) {
        if (differing >= 0) {
          return false;
        }
        differing = end;
      }
    }
    if (differing < 0) {
      return true;
    }
    if (box[differing] > added[differing + 1] || added[differing] > box[differing + 1]) {
      return false;
    }
    box[differing] = Math.min(box[differing], added[differing]);
    box[differing + 1] = Math.max(box[differing + 1], added[differing + 1]);
    return true;
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
