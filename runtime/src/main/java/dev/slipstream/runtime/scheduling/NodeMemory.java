package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.memory.MemoryStore;
import java.util.Optional;

/**
 * What all lanes of a node share of its memory.
 *
 * @param heap the arrays that allocations in the heap represent
 * @param host the allocations in host memory
 * @param versions which version of its elements each allocation contains
 */
public record NodeMemory(HeapArrays heap, HostAllocations host, ElementVersions versions) {
  /**
   * The memory of a node in which nothing was allocated yet.
   *
   * @param store allocates host memory
   */
  public static NodeMemory of(HeapArrays heap, MemoryStore store) {
    return new NodeMemory(heap, new HostAllocations(store), new ElementVersions());
  }

  /**
   * As {@link #of}, for a node with a device that works in the heap.
   *
   * @param store allocates host memory
   */
  static NodeMemory withCores(HeapArrays heap, MemoryStore store) {
    ElementVersions versions = new ElementVersions(Optional.of(heap));
    return new NodeMemory(heap, new HostAllocations(store), versions);
  }
}
