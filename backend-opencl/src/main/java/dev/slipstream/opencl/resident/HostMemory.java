package dev.slipstream.opencl.resident;

import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.AllocationId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lwjgl.system.MemoryUtil;

/**
 * Native memory of the host, for elements that have to leave a device that is full. One thread
 * allocates and frees, any may look.
 */
final class HostMemory {
  private final Map<AllocationId, Long> addresses = new ConcurrentHashMap<>();

  /**
   * Allocates.
   *
   * @throws OutOfMemoryError if there is no such memory
   */
  void allocate(Allocation allocation, long bytes) {
    addresses.put(allocation.id(), MemoryUtil.nmemAllocChecked(Math.max(1, bytes)));
  }

  /** Frees memory that nobody uses any more. */
  void free(Allocation allocation) {
    MemoryUtil.nmemFree(address(allocation));
    addresses.remove(allocation.id());
  }

  /** Frees everything. */
  void freeAll() {
    addresses.values().forEach(MemoryUtil::nmemFree);
    addresses.clear();
  }

  /**
   * Where an allocation begins.
   *
   * @throws IllegalStateException if there is no such memory
   */
  long address(Allocation allocation) {
    Long address = addresses.get(allocation.id());
    if (address == null) {
      throw new IllegalStateException(allocation + " is not there");
    }
    return address;
  }
}
