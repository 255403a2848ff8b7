package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.MemoryStore;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The memory that instructions have allocated on the host. Thread-safe. */
public final class HostAllocations {
  private final MemoryStore store;
  private final Map<AllocationId, ByteBuffer> memories = new ConcurrentHashMap<>();

  /**
   * Creates it without allocations.
   *
   * @param store allocates the memory
   */
  public HostAllocations(MemoryStore store) {
    this.store = store;
  }

  /**
   * Allocates.
   *
   * @param allocate of host memory
   * @param purpose what it is for
   */
  public void allocate(Instruction.Allocate allocate, MemoryStore.Purpose purpose) {
    memories.put(allocate.allocation().id(), store.take(allocate.bytes(), purpose));
  }

  /**
   * Frees.
   *
   * @param free of host memory
   * @throws IllegalStateException if the allocation does not exist
   */
  public void free(Instruction.Free free) {
    store.giveBack(of(free.allocation()));
    memories.remove(free.allocation().id());
  }

  /**
   * Finds the memory of an allocation.
   *
   * @param allocation the allocation
   * @return its elements in row-major order, from the position on
   * @throws IllegalStateException if the allocation does not exist
   */
  public ByteBuffer of(Allocation allocation) {
    ByteBuffer memory = memories.get(allocation.id());
    if (memory == null) {
      throw new IllegalStateException(allocation + " has no memory on the host");
    }
    return memory;
  }
}
