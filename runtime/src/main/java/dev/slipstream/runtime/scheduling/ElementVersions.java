package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The version of each element in the memories of a node outside the heap. The version is the number
 * of the last task that has written the element, as in a system with several copies of data: of two
 * copies, the one with the higher version is newer. This becomes important when a device fails, and
 * what it has not done must be told from what it has done. Thread-safe.
 */
public final class ElementVersions {
  /** The version of elements that come from the heap, or that nothing has written. */
  private static final long NONE = -1;

  /** The version of elements that are never certain again. */
  private static final long SPOILED = -2;

  private final Map<AllocationId, Memory> memories = new ConcurrentHashMap<>();

  /**
   * Elements with the same version in one memory.
   *
   * @param task the last task that has written them
   */
  public record Versioned(Allocation allocation, Box box, long task) {}

  /** The versions in one allocation. Guarded by itself. */
  private static final class Memory {
    private final Allocation allocation;

    /** Unused while all elements have the same version, which is usual. */
    private RegionMap<Long> map;

    private long all = NONE;
    private boolean isUniform = true;

    Memory(Allocation allocation) {
      this.allocation = allocation;
      this.map = new RegionMap<>(allocation.box(), NONE);
    }

    synchronized void set(Region part, long version) {
      boolean whole = part.size() == 1 && part.box(0).equals(allocation.box());
      if (isUniform && (whole || all == version)) {
        all = all == SPOILED ? SPOILED : version;
        return;
      }
      if (isUniform) {
        map.update(allocation.box(), all);
        isUniform = false;
      }
      map.change(part, known -> known == SPOILED ? SPOILED : version);
    }

    synchronized List<RegionMap.Entry<Long>> query(Region part) {
      if (isUniform) {
        List<RegionMap.Entry<Long>> same = new ArrayList<>();
        for (Box box : part.intersection(allocation.box()).boxes()) {
          same.add(new RegionMap.Entry<>(box, all));
        }
        return same;
      }
      return map.query(part);
    }
  }

  /**
   * A task has written elements, provided that everything that was started on its device completes.
   *
   * @param part elements of the allocation
   */
  public void written(Allocation allocation, Region part, long task) {
    memory(allocation).set(part, task);
  }

  /**
   * Elements are about to be overwritten by a copy, which may fail.
   *
   * @param part elements of the destination
   */
  public void copying(Allocation destination, Region part) {
    if (!destination.memory().equals(MemoryId.HEAP)) {
      memory(destination).set(part, NONE);
    }
  }

  /**
   * Elements were copied from one memory to another.
   *
   * @param part elements of both allocations, which are of the same buffer unless one is in the
   *     heap
   */
  public void copied(Allocation source, Allocation destination, Region part) {
    Memory from = memories.get(source.id());
    if (from == null || destination.memory().equals(MemoryId.HEAP)) {
      return;
    }
    for (RegionMap.Entry<Long> entry : from.query(part)) {
      memory(destination).set(Region.of(entry.box()), entry.value());
    }
  }

  /** The contents of elements are not certain, and never will be. */
  public void spoil(Allocation allocation, Region part) {
    memory(allocation).set(part, SPOILED);
  }

  /** An allocation was freed. */
  public void freed(Allocation allocation) {
    memories.remove(allocation.id());
  }

  private Memory memory(Allocation allocation) {
    Memory known = memories.get(allocation.id());
    return known != null
        ? known
        : memories.computeIfAbsent(allocation.id(), id -> new Memory(allocation));
  }

  /** All elements of a buffer whose version is certain, in all memories. */
  List<Versioned> of(BufferId buffer) {
    List<Versioned> all = new ArrayList<>();
    for (Memory memory : memories.values()) {
      Allocation allocation = memory.allocation;
      if (allocation.buffer().id().equals(buffer)) {
        for (RegionMap.Entry<Long> entry : memory.query(Region.of(allocation.box()))) {
          if (entry.value() >= 0) {
            all.add(new Versioned(allocation, entry.box(), entry.value()));
          }
        }
      }
    }
    return all;
  }
}
