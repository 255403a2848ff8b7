package dev.slipstream.runtime.node;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.graph.task.BufferAccess;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays of a host task. Short arrays, of which devices never hold anything, are not tracked.
 * For these, the program waits until a task has read them. Elements that a task writes to them
 * travel in other arrays, from which they are copied immediately.
 */
final class HostTaskArrays {
  /**
   * The access of the task to an array.
   *
   * @param reads whether it reads elements
   * @param writes whether it writes elements
   * @param elements the elements of each node that runs a part
   */
  record Access(Object array, boolean reads, boolean writes, List<Region> elements) {}

  /**
   * An array that is not tracked.
   *
   * @param own the program's array
   * @param travelling contains the same elements at the same positions
   */
  private record ShortArray(Object own, Object travelling, List<Region> elements) {}

  private final List<Access> followed = new ArrayList<>();
  private final List<ShortArray> written = new ArrayList<>();
  private boolean readsShort;

  /**
   * @param all the accesses that the task declares
   * @throws IllegalArgumentException if it writes to arrays of short arrays
   */
  HostTaskArrays(String task, List<Access> all) {
    for (Access access : all) {
      if (LoopArray.mayBeOnDevices(access.array())) {
        followed.add(access);
      } else if (!access.writes()) {
        readsShort = true;
      } else if (access.array() instanceof Object[]) {
        throw new IllegalArgumentException(
            task
                + " writes to an array of arrays in which a row occurs twice, or has fewer than "
                + HostArrays.LEAST_LENGTH
                + " elements. Such arrays cannot be kept equal on other ranks: use a flat array");
      } else {
        readsShort = true;
        Object travelling =
            Array.newInstance(
                access.array().getClass().getComponentType(), HostArrays.LEAST_LENGTH);
        written.add(new ShortArray(access.array(), travelling, access.elements()));
        followed.add(new Access(travelling, /* reads= */ false, true, access.elements()));
      }
    }
  }

  /** The tracked arrays, in the order of the accesses. */
  List<LoopArray> used() {
    List<LoopArray> used = new ArrayList<>();
    for (Access access : followed) {
      used.add(new LoopArray(access.array(), access.writes()));
    }
    return used;
  }

  /** The accesses of the task to buffers. */
  List<BufferAccess> accesses(ArrayBuffers buffers, List<Box> chunks) {
    List<BufferAccess> accesses = new ArrayList<>();
    for (Access access : followed) {
      AccessMode mode =
          !access.writes()
              ? AccessMode.READ
              : access.reads() ? AccessMode.READ_WRITE : AccessMode.WRITE;
      accesses.add(
          new BufferAccess(
              buffers.apply(access.array()), mode, new ChunkElements(chunks, access.elements())));
    }
    return accesses;
  }

  /** Whether the program has to wait until this node has run its part. */
  boolean readsShort() {
    return readsShort;
  }

  /** Notes that this node has run its part. */
  void ranPart(int node) {
    for (ShortArray each : written) {
      if (node < each.elements().size()) {
        copy(each.own(), each.travelling(), each.elements().get(node));
      }
    }
  }

  /** Copies what all nodes have written to short arrays to the program's own. */
  void bringShort(HostArrays arrays) {
    for (ShortArray each : written) {
      arrays.reads(each.travelling());
      for (Region region : each.elements()) {
        copy(each.travelling(), each.own(), region);
      }
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // Both are of one type.
  private static void copy(Object from, Object to, Region region) {
    for (Box box : region.boxes()) {
      int first = Math.toIntExact(box.min0());
      System.arraycopy(from, first, to, first, Math.toIntExact(box.extent(0)));
    }
  }
}
