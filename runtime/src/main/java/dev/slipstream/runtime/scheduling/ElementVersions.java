package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The version of each element in the memories of a node outside the heap: the last task that has
 * written it, or the task for which it was copied from the heap. Versions follow each copy. This
 * becomes important when a device fails, and what it has not done must be told from what it has
 * done. Thread-safe.
 */
public final class ElementVersions {
  /** The version of elements whose contents are not known. */
  private static final long NONE = -1;

  /** The version of elements that are never certain again. */
  private static final long SPOILED = -2;

  private final Map<AllocationId, Memory> memories = new ConcurrentHashMap<>();

  /**
   * Elements with the same version in one memory.
   *
   * @param task a task
   * @param isLeft whether they are as this task has left them; otherwise they are as it has found
   *     them
   */
  record Versioned(Allocation allocation, Box box, long task, boolean isLeft) {}

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
    memory(allocation).set(part, leftBy(task));
  }

  private static long leftBy(long task) {
    return 2 * task + 1;
  }

  private static long foundBy(long task) {
    return 2 * task;
  }

  /** A copy is about to be made. It may fail. */
  public void copying(Instruction.Copy copy) {
    if (!copy.destination().memory().equals(MemoryId.HEAP)) {
      memory(copy.destination()).set(copy.region(), NONE);
    }
  }

  /** A copy was made, or follows what was started on its device. */
  public void copied(Instruction.Copy copy) {
    if (copy.destination().memory().equals(MemoryId.HEAP)) {
      return;
    }
    Memory to = memory(copy.destination());
    if (copy.source().memory().equals(MemoryId.HEAP)) {
      // The program writes nothing there until the task has what it needs.
      to.set(copy.region(), foundBy(copy.task()));
      return;
    }
    Memory from = memories.get(copy.source().id());
    if (from != null) {
      for (RegionMap.Entry<Long> entry : from.query(copy.region())) {
        to.set(Region.of(entry.box()), entry.value());
      }
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
            long version = entry.value();
            all.add(new Versioned(allocation, entry.box(), version / 2, version % 2 == 1));
          }
        }
      }
    }
    return all;
  }
}
