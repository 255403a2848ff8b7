package dev.slipstream.agent.coherence;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.scheduling.HeapArrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The allocations of a machine's simulated devices; each device finds only its own. */
final class FuzzMemory {
  private final Map<AllocationId, Object> memories = new ConcurrentHashMap<>();

  /** Arrays of arrays with memory here are held strongly, as by a real device. */
  private final Map<BufferId, Held> held = new HashMap<>();

  private record Held(Object[] rows, int allocations) {}

  /** Stands for the memory of an array that was collected. */
  private static final Object NOTHING = new Object();

  synchronized void allocate(Allocation allocation, HeapArrays heap) {
    BufferId buffer = allocation.buffer().id();
    Optional<Object> array = array(buffer, heap);
    if (array.isPresent() && array.get() instanceof Object[] rows) {
      held.merge(
          buffer, new Held(rows, 1), (old, one) -> new Held(old.rows(), old.allocations() + 1));
    }
    int from = (int) allocation.box().min0();
    int to = (int) allocation.box().max0();
    memories.put(
        allocation.id(),
        array.map(like -> Elements.garbage(Elements.part(like, from, to))).orElse(NOTHING));
  }

  synchronized void free(Allocation allocation) {
    memories.remove(allocation.id());
    held.computeIfPresent(
        allocation.buffer().id(),
        (id, old) -> old.allocations() == 1 ? null : new Held(old.rows(), old.allocations() - 1));
  }

  private synchronized Optional<Object> array(BufferId buffer, HeapArrays heap) {
    Held rows = held.get(buffer);
    return rows != null ? Optional.of(rows.rows()) : heap.array(buffer);
  }

  private Optional<Object> memory(Allocation allocation, HeapArrays heap) {
    return allocation.memory().equals(MemoryId.HEAP)
        ? array(allocation.buffer().id(), heap)
        : Optional.of(known(allocation)).filter(memory -> memory != NOTHING);
  }

  /** Returns the elements of an allocation that is no heap array. */
  Object known(Allocation allocation) {
    Object memory = memories.get(allocation.id());
    if (memory == null) {
      throw new AssertionError(allocation + " does not exist");
    }
    return memory;
  }

  /** Copies elements, unless the array was collected. */
  void copy(Instruction.Copy copy, HeapArrays heap) {
    Optional<Object> from = memory(copy.source(), heap);
    Optional<Object> to = memory(copy.destination(), heap);
    if (from.isPresent() && to.isPresent()) {
      for (Box box : copy.region().boxes()) {
        Elements.copy(
            from.get(),
            (int) (box.min0() - copy.source().box().min0()),
            to.get(),
            (int) (box.min0() - copy.destination().box().min0()),
            (int) box.area());
      }
    }
  }
}
