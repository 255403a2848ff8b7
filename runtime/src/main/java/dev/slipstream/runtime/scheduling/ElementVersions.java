package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The version of each element in the memories of a node: the last task that has written it, or the
 * task for which it was copied from the heap. Versions follow each copy. In the heap only elements
 * have versions that cores have changed as one of the node's devices, or that were copied for them;
 * all others are as the program has left them. This becomes important when a device fails, and what
 * it has not done must be told from what it has done. Thread-safe.
 */
public final class ElementVersions {
  /** The version of elements whose contents are not known. */
  private static final long NONE = -1;

  /** The version of elements in the heap of which it is not known whether they have changed. */
  private static final long IN_COPY = -3;

  /** The version of elements that are never certain again. */
  private static final long SPOILED = -2;

  private static final int MANY_IN_HEAP = 64;

  private final Map<AllocationId, Memory> memories = new ConcurrentHashMap<>();
  private final Optional<HeapArrays> coresUse;

  /** How many allocations in the heap there may be before those that are unused are removed. */
  private int mostInHeap = MANY_IN_HEAP;

  /**
   * @param coresUse the heap, if cores are one of the devices
   */
  ElementVersions(Optional<HeapArrays> coresUse) {
    this.coresUse = coresUse;
  }

  /** The versions of a node whose devices have their own memories. */
  public ElementVersions() {
    this(Optional.empty());
  }

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

    /** Null while all elements have the same version, which is usual. */
    private @Nullable RegionMap<Long> map;

    private long all = NONE;

    Memory(Allocation allocation) {
      this.allocation = allocation;
    }

    synchronized void set(Region part, long version) {
      boolean whole = part.size() == 1 && part.box(0).equals(allocation.box());
      RegionMap<Long> known = map;
      if (known == null && (whole || all == version)) {
        all = all == SPOILED ? SPOILED : version;
        return;
      }
      if (known == null) {
        known = new RegionMap<>(allocation.box(), all);
        map = known;
      }
      known.change(part, before -> before == SPOILED ? SPOILED : version);
    }

    synchronized List<RegionMap.Entry<Long>> query(Region part) {
      RegionMap<Long> known = map;
      if (known == null) {
        List<RegionMap.Entry<Long>> same = new ArrayList<>();
        for (Box box : part.intersection(allocation.box()).boxes()) {
          same.add(new RegionMap.Entry<>(box, all));
        }
        return same;
      }
      return known.query(part);
    }
  }

  /**
   * A kernel has written its elements, provided that everything that was started on its device
   * completes.
   */
  public void written(Instruction.Kernel kernel) {
    set(kernel, leftBy(kernel.task().id().number()));
  }

  /**
   * A kernel may have written its elements, or some of them. Their contents are not certain, and
   * never will be.
   */
  public void spoiled(Instruction.Kernel kernel) {
    set(kernel, SPOILED);
  }

  private void set(Instruction.Kernel kernel, long version) {
    for (Binding binding : kernel.bindings()) {
      Optional<Allocation> allocation = binding.allocation();
      if (binding.access().mode().produces()
          && allocation.isPresent()
          && hasVersions(allocation.get())) {
        memory(allocation.get()).set(binding.region(), version);
      }
    }
  }

  private static long leftBy(long task) {
    return 2 * task + 1;
  }

  private static long foundBy(long task) {
    return 2 * task;
  }

  /** A copy is about to be made. It may fail. */
  public void copying(Instruction.Copy copy) {
    if (hasVersions(copy.destination())) {
      boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
      memory(copy.destination()).set(copy.region(), toHeap ? IN_COPY : NONE);
    }
  }

  /** A copy was made, or follows what was started on its device. */
  public void copied(Instruction.Copy copy) {
    if (!hasVersions(copy.destination())) {
      return;
    }
    Memory to = memory(copy.destination());
    boolean fromHeap = copy.source().memory().equals(MemoryId.HEAP);
    boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
    if (fromHeap) {
      // The program writes nothing there until the task has what it needs.
      to.set(copy.region(), foundBy(copy.task()));
    }
    Memory from = memories.get(copy.source().id());
    if (from != null) {
      for (RegionMap.Entry<Long> entry : from.query(copy.region())) {
        long version = entry.value();
        if (version < 0) {
          version = toHeap ? IN_COPY : NONE;
        }
        // What the program has left in the heap has no version there.
        if (!fromHeap || entry.value() < NONE) {
          to.set(Region.of(entry.box()), version);
        }
      }
    }
  }

  private boolean hasVersions(Allocation allocation) {
    return coresUse.isPresent() || !allocation.memory().equals(MemoryId.HEAP);
  }

  /** An allocation was freed. */
  public void freed(Allocation allocation) {
    memories.remove(allocation.id());
  }

  private Memory memory(Allocation allocation) {
    Memory known = memories.get(allocation.id());
    if (known != null) {
      return known;
    }
    if (allocation.memory().equals(MemoryId.HEAP)) {
      removeUnused();
    }
    return memories.computeIfAbsent(allocation.id(), id -> new Memory(allocation));
  }

  /** Nothing tells when an allocation in the heap ends: it ends with its array. */
  private synchronized void removeUnused() {
    if (memories.size() >= mostInHeap) {
      memories
          .values()
          .removeIf(
              each ->
                  each.allocation.memory().equals(MemoryId.HEAP)
                      && coresUse.orElseThrow().array(each.allocation.buffer().id()).isEmpty());
      mostInHeap = Math.max(MANY_IN_HEAP, 2 * memories.size());
    }
  }

  /**
   * The elements in the heap of which it is not known what they are; empty if elements in the heap
   * have no versions.
   */
  Optional<Region> unknownInHeap(BufferId buffer) {
    if (coresUse.isEmpty()) {
      return Optional.empty();
    }
    Region part = Region.EMPTY;
    for (Memory memory : memories.values()) {
      Allocation allocation = memory.allocation;
      if (allocation.buffer().id().equals(buffer) && allocation.memory().equals(MemoryId.HEAP)) {
        for (RegionMap.Entry<Long> entry : memory.query(Region.of(allocation.box()))) {
          if (entry.value() < NONE) {
            part = part.union(Region.of(entry.box()));
          }
        }
      }
    }
    return Optional.of(part);
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
