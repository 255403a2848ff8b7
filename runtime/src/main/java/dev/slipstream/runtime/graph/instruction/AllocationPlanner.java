package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Creates allocations, replaces smaller ones by larger ones, and makes room if memory is short: the
 * least recently used elements are moved to host memory. Overlapping boxes share one allocation,
 * others get separate ones.
 */
final class AllocationPlanner {
  /**
   * The needs of a command for one buffer in one memory.
   *
   * @param state the buffer
   * @param boxes each of them must be in one allocation
   * @param overwritten the elements that the command overwrites, so that they need not be kept;
   *     empty if all boxes are allocated
   */
  record Need(BufferMemory state, List<Box> boxes, Region overwritten) {}

  /** A new allocation that replaces those inside it. */
  private record Growth(Need need, Box box, List<LiveAllocation> replaced) {}

  private final InstructionBuilder builder;
  private final Anticipation anticipation;
  private final Map<MemoryId, MemoryUse> uses = new HashMap<>();

  AllocationPlanner(
      InstructionBuilder builder, InstructionOptions options, Anticipation anticipation) {
    this.builder = builder;
    this.anticipation = anticipation;
    for (NodeTopology.Device device : options.topology().devices()) {
      uses.put(device.memory(), new MemoryUse(device.budget(), device.largest()));
    }
    uses.putIfAbsent(MemoryId.HOST, new MemoryUse(NodeTopology.UNLIMITED, NodeTopology.UNLIMITED));
  }

  private MemoryUse use(MemoryId memory) {
    MemoryUse use = uses.get(memory);
    if (use == null) {
      throw new IllegalStateException("nothing is allocated on " + memory);
    }
    return use;
  }

  /** Allocates boxes of a buffer on the host, unless they are allocated already. */
  void ensureOnHost(BufferMemory state, List<Box> boxes, Region overwritten) {
    ensure(MemoryId.HOST, List.of(new Need(state, boxes, overwritten)));
  }

  /** Allocates everything that a command needs in a memory at the same time. */
  void ensure(MemoryId memory, List<Need> needs) {
    if (memory.equals(MemoryId.HEAP)) {
      return;
    }
    List<Growth> growths = growths(memory, needs, true);
    if (growths.isEmpty()) {
      return;
    }
    MemoryUse use = use(memory);
    if (use.isLimited() && !makeRoom(memory, growths, needs)) {
      growths = growths(memory, needs, false);
      if (spillTooLarge(memory, growths)) {
        growths = growths(memory, needs, false);
      }
      if (!makeRoom(memory, growths, needs)) {
        // The rest of the memory is taken by allocations that are larger than needed, or by old
        // ones beside their replacements.
        while (!use.tenants().isEmpty()) {
          spill(memory, use.tenants().get(0));
        }
        growths = growths(memory, needs, false);
      }
    }
    for (Growth growth : growths) {
      grow(memory, growth);
    }
  }

  /** Spills elements that would make an allocation exceed the limit for a single one. */
  private boolean spillTooLarge(MemoryId memory, List<Growth> growths) {
    MemoryUse use = use(memory);
    boolean any = false;
    for (Growth growth : growths) {
      if (!use.takes(growth.need().state().buffer().bytes(growth.box().area()))) {
        for (LiveAllocation tenant : new ArrayList<>(use.tenants())) {
          if (growth.replaced().contains(tenant)) {
            spill(memory, tenant);
            any = true;
          }
        }
      }
    }
    return any;
  }

  private List<Growth> growths(MemoryId memory, List<Need> needs, boolean anticipate) {
    List<Growth> growths = new ArrayList<>();
    for (int i = 0; i < needs.size(); i++) {
      Need need = needs.get(i);
      List<Box> missing = new ArrayList<>();
      for (Box box : need.boxes()) {
        if (!need.state().isAllocated(memory, box)) {
          missing.add(box);
        }
      }
      if (!missing.isEmpty()) {
        add(memory, need, missing, anticipate, growths);
      }
    }
    return growths;
  }

  private void add(
      MemoryId memory, Need need, List<Box> missing, boolean anticipate, List<Growth> growths) {
    List<LiveAllocation> here = need.state().in(memory);
    List<Box> all = new ArrayList<>(missing);
    for (LiveAllocation allocation : here) {
      all.add(allocation.box());
    }
    if (anticipate) {
      all.addAll(anticipation.of(need.state().buffer(), memory));
    }
    for (Box group : BoxGroups.joinOverlapping(all)) {
      if (containsAny(group, missing)) {
        List<LiveAllocation> replaced = new ArrayList<>();
        for (LiveAllocation allocation : here) {
          if (group.contains(allocation.box())) {
            replaced.add(allocation);
          }
        }
        growths.add(new Growth(need, group, replaced));
      }
    }
  }

  private static boolean containsAny(Box group, List<Box> boxes) {
    for (Box box : boxes) {
      if (group.contains(box)) {
        return true;
      }
    }
    return false;
  }

  private static boolean intersectsAny(Box box, List<Box> others) {
    for (Box other : others) {
      if (box.intersects(other)) {
        return true;
      }
    }
    return false;
  }

  /** Spills elements that the command does not use, if that makes room; those that it uses stay. */
  private boolean makeRoom(MemoryId memory, List<Growth> growths, List<Need> needs) {
    MemoryUse use = use(memory);
    long needed = 0;
    for (Growth growth : growths) {
      long bytes = growth.need().state().buffer().bytes(growth.box().area());
      if (!use.takes(bytes)) {
        return false;
      }
      needed = Math.addExact(needed, bytes);
    }
    Set<LiveAllocation> kept = new HashSet<>();
    for (Need need : needs) {
      for (LiveAllocation allocation : need.state().in(memory)) {
        if (intersectsAny(allocation.box(), need.boxes())) {
          kept.add(allocation);
        }
      }
    }
    for (Growth growth : growths) {
      kept.addAll(growth.replaced());
    }
    long keptBytes = 0;
    for (LiveAllocation allocation : kept) {
      keptBytes += allocation.bytes();
    }
    if (!use.couldFit(keptBytes, needed)) {
      return false;
    }
    while (!use.fits(needed)) {
      spill(memory, leastRecentlyUsed(use, kept));
    }
    return true;
  }

  private static LiveAllocation leastRecentlyUsed(MemoryUse use, Set<LiveAllocation> kept) {
    LiveAllocation least = null;
    for (LiveAllocation tenant : use.tenants()) {
      if (!kept.contains(tenant) && (least == null || tenant.lastUse() < least.lastUse())) {
        least = tenant;
      }
    }
    return Objects.requireNonNull(least, "what is kept fits, and so something else is there");
  }

  /** Frees an allocation; elements that are fresh nowhere else are copied to the host. */
  private void spill(MemoryId memory, LiveAllocation allocation) {
    BufferMemory state = builder.state(allocation.allocation().buffer());
    Region only = state.freshOnlyIn(memory, allocation.box());
    if (!only.isEmpty()) {
      ensureOnHost(state, BoxGroups.connected(only), only);
      builder.copy(state, memory, MemoryId.HOST, only, Instruction.Copy.Reason.SPILL);
    }
    free(state, allocation);
    state.fresh().change(allocation.box(), memories -> memories.without(memory));
  }

  private void grow(MemoryId memory, Growth growth) {
    BufferMemory state = growth.need().state();
    LiveAllocation added = allocate(state, memory, growth.box());
    state.in(memory).add(added);
    if (growth.replaced().isEmpty()) {
      return;
    }
    Region overwritten = growth.need().overwritten();
    for (LiveAllocation old : growth.replaced()) {
      Region all = Region.of(old.box());
      Region kept = state.freshIn(memory, all).difference(overwritten);
      if (!kept.isEmpty()) {
        builder.copy(old, added, kept, Instruction.Copy.Reason.RESIZE);
      }
      free(state, old);
      state.fresh().change(all.intersection(overwritten), memories -> memories.without(memory));
    }
  }

  /** Creates an allocation that {@link BufferMemory#in} does not contain yet. */
  LiveAllocation allocate(BufferMemory state, MemoryId memory, Box box) {
    Allocation allocation = new Allocation(builder.nextAllocation(), memory, state.buffer(), box);
    long bytes = state.buffer().bytes(box.area());
    Vertex<Instruction> vertex =
        builder.add(new Instruction.Allocate(builder.nextId(), allocation, bytes));
    LiveAllocation live = new LiveAllocation(allocation, bytes, vertex);
    live.usedBy(builder.command());
    for (Vertex<Instruction> free : use(memory).allocated(live, builder.epoch())) {
      builder.need(vertex, free, DependencyOrigin.DATA);
    }
    // The epoch represents everything that was freed before it, even if there are later frees to
    // wait for.
    builder.need(vertex, builder.epoch(), DependencyOrigin.LAST_EPOCH);
    return live;
  }

  /** Frees an allocation once every instruction that uses it is complete. */
  void free(BufferMemory state, LiveAllocation allocation) {
    Vertex<Instruction> vertex =
        builder.add(new Instruction.Free(builder.nextId(), allocation.allocation()));
    long lastUse = allocation.lastUse();
    builder.access(vertex, allocation, Region.EMPTY, Region.of(allocation.box()));
    allocation.usedBy(lastUse);
    builder.needEpochIfNothingElse(vertex);
    state.in(allocation.allocation().memory()).remove(allocation);
    use(allocation.allocation().memory()).freed(allocation, vertex);
  }
}
