package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.List;

/**
 * The allocations in one memory, in the order of the instructions; kept only if the memory is
 * limited.
 */
final class MemoryUse {
  private record Freed(Vertex<Instruction> free, long bytes) {}

  private final long budget;
  private final long largest;
  private final List<LiveAllocation> tenants = new ArrayList<>();
  private final List<Freed> freed = new ArrayList<>();
  private long used;

  /**
   * @param budget how many bytes may be allocated at the same time
   * @param largest how many bytes one allocation may have
   */
  MemoryUse(long budget, long largest) {
    this.budget = budget;
    this.largest = largest;
  }

  boolean isLimited() {
    return budget != NodeTopology.UNLIMITED || largest != NodeTopology.UNLIMITED;
  }

  /** Whether one allocation may have so many bytes. */
  boolean takes(long bytes) {
    return bytes <= largest;
  }

  boolean fits(long bytes) {
    return bytes <= budget - used;
  }

  /** Whether allocations fit if all but those that are kept are freed. */
  boolean couldFit(long kept, long bytes) {
    return bytes <= budget - kept;
  }

  List<LiveAllocation> tenants() {
    return tenants;
  }

  /**
   * Notes an allocation. Returns the instructions that must have freed memory before there is room
   * for it. These are all earlier frees, if without them more than the budget could be allocated at
   * the same time.
   */
  List<Vertex<Instruction>> allocated(LiveAllocation tenant, Vertex<Instruction> epoch) {
    if (!isLimited()) {
      return List.of();
    }
    tenants.add(tenant);
    used += tenant.bytes();
    freed.removeIf(entry -> entry.free().id() < epoch.id());
    long open = 0;
    List<Vertex<Instruction>> frees = new ArrayList<>(freed.size());
    for (Freed entry : freed) {
      open += entry.bytes();
      frees.add(entry.free());
    }
    return open > budget - used ? frees : List.of();
  }

  void freed(LiveAllocation allocation, Vertex<Instruction> free) {
    if (isLimited()) {
      tenants.remove(allocation);
      used -= allocation.bytes();
      freed.add(new Freed(free, allocation.bytes()));
    }
  }
}
