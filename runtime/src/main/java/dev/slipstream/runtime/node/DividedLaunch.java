package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.command.Splitter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The division of an execution among a number of devices. A chunk writes a few intervals of each
 * array, and no other chunk accesses these. Elements in between that no chunk writes belong to the
 * chunk, too.
 */
final class DividedLaunch {
  /** How many times the elements that are read may be sent, to avoid small gaps. */
  private static final long LARGEST_PART = 2;

  private final Geometry geometry;
  private final List<Integer> loops;
  private final List<Box> chunks;
  private final List<ChunkElements> reads = new ArrayList<>();
  private final List<ChunkElements> writes = new ArrayList<>();

  /** The accesses whose chunks count as writing elements that no chunk writes. */
  private final Set<Integer> joined = new HashSet<>();

  private DividedLaunch(Geometry geometry, List<Integer> loops, List<Box> chunks) {
    this.chunks = chunks;
    this.geometry = geometry;
    this.loops = List.copyOf(loops);
  }

  /**
   * Divides an execution.
   *
   * @param splitter creates the chunks, here and in the graphs
   * @param devices the number of devices
   * @return empty if it has to run as a whole
   */
  static Optional<DividedLaunch> of(
      Division division, Launch launch, Splitter splitter, int devices) {
    Geometry geometry = division.geometry();
    if (geometry.splitting() != Splitting.ROWS || !fits(division, launch)) {
      return Optional.empty();
    }
    List<Box> chunks = splitter.split(geometry, devices);
    if (chunks.size() < 2) {
      return Optional.empty();
    }
    DividedLaunch divided = new DividedLaunch(geometry, division.loops(), chunks);
    for (ArrayAccess access : launch.accesses()) {
      List<Region> reads = new ArrayList<>();
      List<Region> writes = new ArrayList<>();
      for (Box chunk : chunks) {
        Optional<Region> read = division.reads(access.parameter(), chunk);
        Optional<Region> written = division.writes(access.parameter(), chunk);
        if (read.isEmpty() || written.isEmpty()) {
          return Optional.empty();
        }
        reads.add(within(read.get(), access.readFrom(), access.readTo()));
        writes.add(within(written.get(), access.writtenFrom(), access.writtenTo()));
      }
      divided.reads.add(new ChunkElements(chunks, reads));
      divided.writes.add(new ChunkElements(chunks, writes));
    }
    return divided.isApart(launch) ? Optional.of(divided) : Optional.empty();
  }

  /**
   * Merges many intervals into few, for nodes that send each interval in its own message. Gaps
   * between the elements that a chunk writes become its own. Elements between those that it reads
   * are sent with them, if they are not many.
   *
   * @return the same chunks with fewer intervals; this object if chunks would then access what
   *     others write
   */
  DividedLaunch joined(Launch launch) {
    DividedLaunch other = new DividedLaunch(geometry, loops, chunks);
    for (int a = 0; a < writes.size(); a++) {
      other.reads.add(withoutSmallGaps(reads.get(a)));
      other.writes.add(withoutGaps(writes.get(a)));
      if (!other.writes.get(a).equals(writes.get(a))) {
        other.joined.add(a);
      }
    }
    return other.isApart(launch) ? other : this;
  }

  private static ChunkElements withoutGaps(ChunkElements elements) {
    List<Region> regions = new ArrayList<>();
    for (Region region : elements.regions()) {
      regions.add(Region.of(region.boundingBox()));
    }
    return new ChunkElements(elements.chunks(), regions);
  }

  private static ChunkElements withoutSmallGaps(ChunkElements elements) {
    List<Region> regions = new ArrayList<>();
    for (Region region : elements.regions()) {
      Box bounds = region.boundingBox();
      regions.add(bounds.area() <= LARGEST_PART * region.area() ? Region.of(bounds) : region);
    }
    return new ChunkElements(elements.chunks(), regions);
  }

  /**
   * Whether an access counts as writing more than it writes; then the additional elements must be
   * fresh on the device.
   */
  boolean isJoined(int access) {
    return joined.contains(access);
  }

  /**
   * Whether no chunk accesses elements that another one writes. With independent iterations this
   * holds for the exact accesses, but the known reads may include more. Then one device has to run
   * all iterations, as it does without other devices.
   */
  private boolean isApart(Launch launch) {
    List<ArrayAccess> accesses = launch.accesses();
    for (int w = 0; w < accesses.size(); w++) {
      for (int other = 0; other < accesses.size(); other++) {
        Object written = launch.arguments()[accesses.get(w).parameter()];
        Object accessed = launch.arguments()[accesses.get(other).parameter()];
        if (written == accessed
            && (writes.get(w).meetsOthers(reads.get(other))
                || writes.get(w).meetsOthers(writes.get(other)))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether the division covers the launch. A kernel may run other iterations than those that are
   * known.
   */
  private static boolean fits(Division division, Launch launch) {
    int axes = launch.space().dimensions();
    if (division.loops().size() != axes) {
      return false;
    }
    for (int axis = 0; axis < axes; axis++) {
      int loop = division.loops().get(axis);
      if (division.geometry().space().extent(axis) != launch.space().count(loop)) {
        return false;
      }
    }
    return true;
  }

  /** Both are supersets of the accessed elements, and so is their intersection. */
  private static Region within(Region elements, int from, int to) {
    return to > from ? elements.intersection(Box.of(from, to)) : Region.EMPTY;
  }

  /** The number of devices that share it. */
  int chunks() {
    return chunks.size();
  }

  /** The fraction of all iterations that the first device runs. */
  double firstShare() {
    return (double) chunks.get(0).area() / geometry.space().area();
  }

  /** The iterations of each device. */
  List<Box> boxes() {
    return chunks;
  }

  /** All iterations, and how they are divided. */
  Geometry geometry() {
    return geometry;
  }

  /** The index of the nested loop behind each axis of the iterations. */
  List<Integer> loops() {
    return loops;
  }

  /**
   * The elements of an array that a chunk reads.
   *
   * @param access the index of the access in the launch
   */
  Region reads(int access, int chunk) {
    return reads.get(access).regions().get(chunk);
  }

  /**
   * The elements of an array that a chunk writes.
   *
   * @param access the index of the access in the launch
   */
  Region writes(int access, int chunk) {
    return writes.get(access).regions().get(chunk);
  }

  /**
   * The elements of an array that chunks read.
   *
   * @param access the index of the access in the launch
   */
  RangeMapper reads(int access) {
    return reads.get(access);
  }

  /** The elements of an array that chunks write. */
  RangeMapper writes(int access) {
    return writes.get(access);
  }

  /** Whether nodes can send each other elements of all its arrays. */
  static boolean fitsMessages(Launch launch) {
    for (ArrayAccess access : launch.accesses()) {
      Object array = launch.arguments()[access.parameter()];
      if (!ElementSize.of(array).equal() || ArrayBytes.of(array) > Integer.MAX_VALUE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether devices have room for what their chunks access.
   *
   * @param room the room of the devices
   */
  boolean fits(Launch launch, Room room) {
    IdentityHashMap<Object, long[]> parts = new IdentityHashMap<>();
    for (ArrayAccess access : launch.accesses()) {
      parts.computeIfAbsent(
          launch.arguments()[access.parameter()], array -> partBytes(launch, array, room));
    }
    long[] sums = new long[parts.isEmpty() ? 0 : Math.min(room.devices(), chunks.size())];
    for (long[] part : parts.values()) {
      for (int chunk = 0; chunk < sums.length; chunk++) {
        sums[chunk] = Math.addExact(sums[chunk], part[chunk]);
        if (part[chunk] > room.largestArray() || sums[chunk] > room.bytes()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The bytes that each chunk needs of an array, as they are allocated. */
  private long[] partBytes(Launch launch, Object array, Room room) {
    Box[] boxes = new Box[chunks.size()];
    Arrays.fill(boxes, Box.EMPTY);
    for (int a = 0; a < launch.accesses().size(); a++) {
      if (launch.arguments()[launch.accesses().get(a).parameter()] == array) {
        for (int chunk = 0; chunk < boxes.length; chunk++) {
          Region both = reads.get(a).regions().get(chunk).union(writes.get(a).regions().get(chunk));
          boxes[chunk] = boxes[chunk].bounding(both.boundingBox());
        }
      }
    }
    ElementSize size = ElementSize.of(array);
    int length = Array.getLength(array);
    boolean whole = !size.equal() || size.bytes() * length < room.leastDivided();
    long[] bytes = new long[boxes.length];
    for (int chunk = 0; chunk < bytes.length; chunk++) {
      long elements = whole && !boxes[chunk].isEmpty() ? length : boxes[chunk].area();
      bytes[chunk] = Math.multiplyExact(size.bytes(), elements);
    }
    return bytes;
  }

  /**
   * How many elements of an array are read by several devices, counted once for each additional
   * device.
   */
  long repeated(int access) {
    return reads.get(access).repeated();
  }
}
