package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Creates the instructions that devices and the host run for a command, preceded by the necessary
 * receives, allocations and copies. All parts of a command read before any of them writes: they are
 * parts of one loop and do not depend on each other.
 */
final class WorkPlanner {
  private final InstructionBuilder builder;
  private final AllocationPlanner allocations;
  private final CoherencePlanner coherence;
  private final TransferPlanner transfers;

  WorkPlanner(
      InstructionBuilder builder,
      AllocationPlanner allocations,
      CoherencePlanner coherence,
      TransferPlanner transfers) {
    this.builder = builder;
    this.allocations = allocations;
    this.coherence = coherence;
    this.transfers = transfers;
  }

  void fence(FenceTask task) {
    if (task.copy().isPresent()) {
      snapshot(task, task.copy().get());
      return;
    }
    List<BufferUse> uses = task.uses().all();
    for (BufferUse use : uses) {
      BufferMemory state = builder.state(use.buffer());
      transfers.receive(state, List.of(use.consumed()));
      coherence.bring(state, MemoryId.HEAP, use.consumed());
    }
    Vertex<Instruction> fence = builder.add(new Instruction.Fence(builder.nextId(), task));
    for (BufferUse use : uses) {
      LiveAllocation heap = builder.state(use.buffer()).in(MemoryId.HEAP).get(0);
      builder.access(fence, heap, use.consumed(), Region.EMPTY);
    }
    builder.needEpochIfNothingElse(fence);
  }

  /**
   * The program's array is left unchanged, so that later reads, and the recovery of losses, find it
   * as it was.
   */
  private void snapshot(FenceTask task, Buffer copy) {
    BufferUse use = task.uses().all().get(0);
    BufferMemory state = builder.state(use.buffer());
    transfers.receive(state, List.of(use.consumed()));
    LiveAllocation target = builder.heapOf(copy);
    coherence.copyOut(state, use.consumed(), target);
    Vertex<Instruction> fence = builder.add(new Instruction.Fence(builder.nextId(), task));
    builder.access(fence, target, use.consumed(), Region.EMPTY);
    builder.needEpochIfNothingElse(fence);
  }

  void run(WorkTask task, List<Part> parts) {
    int buffers = parts.get(0).footprints().size();
    List<BufferMemory> states = new ArrayList<>(buffers);
    for (int i = 0; i < buffers; i++) {
      BufferMemory state = builder.state(parts.get(0).footprints().get(i).buffer());
      states.add(state);
      transfers.receive(state, consumed(parts, i));
    }
    for (int i = 0; i < parts.size(); i++) {
      allocate(states, parts, parts.get(i));
    }
    for (int i = 0; i < buffers; i++) {
      bring(states.get(i), parts, i);
    }
    for (int i = 0; i < parts.size(); i++) {
      launch(task, states, parts.get(i));
    }
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      for (int buffer = 0; buffer < buffers; buffer++) {
        Region produced = part.footprints().get(buffer).produced();
        states.get(buffer).fresh().update(produced, MemorySet.only(part.memory()));
      }
    }
  }

  private static List<Region> consumed(List<Part> parts, int buffer) {
    List<Region> consumed = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      consumed.add(parts.get(i).footprints().get(buffer).consumed());
    }
    return consumed;
  }

  private void allocate(List<BufferMemory> states, List<Part> parts, Part part) {
    List<AllocationPlanner.Need> needs = new ArrayList<>(states.size());
    for (int i = 0; i < states.size(); i++) {
      List<Box> boxes = part.footprints().get(i).boxes();
      if (!boxes.isEmpty()) {
        boolean grows = !states.get(i).areAllocated(part.memory(), boxes);
        needs.add(
            new AllocationPlanner.Need(
                states.get(i), boxes, grows ? overwritten(parts, i) : Region.EMPTY));
      }
    }
    allocations.ensure(part.memory(), needs);
  }

  /** The elements that all parts together write and none needs. */
  private static Region overwritten(List<Part> parts, int buffer) {
    Region produced = Region.EMPTY;
    Region consumed = Region.EMPTY;
    for (Part part : parts) {
      produced = produced.union(part.footprints().get(buffer).produced());
      consumed = consumed.union(part.footprints().get(buffer).consumed());
    }
    return produced.difference(consumed);
  }

  private void bring(BufferMemory state, List<Part> parts, int buffer) {
    List<Footprint> needs = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      Footprint footprint = parts.get(i).footprints().get(buffer);
      if (!footprint.consumed().isEmpty()) {
        needs.add(footprint);
      }
    }
    if (!needs.isEmpty()) {
      coherence.bring(state, needs);
    }
  }

  private void launch(WorkTask task, List<BufferMemory> states, Part part) {
    List<Binding> bindings = bindings(task, part);
    Vertex<Instruction> vertex =
        builder.add(
            task instanceof LoopTask loop
                ? new Instruction.Kernel(
                    builder.nextId(), loop, part.device(), part.chunk().box(), bindings)
                : new Instruction.HostWork(
                    builder.nextId(), (HostTask) task, part.chunk().box(), bindings));
    for (int i = 0; i < states.size(); i++) {
      Footprint footprint = part.footprints().get(i);
      for (LiveAllocation allocation : states.get(i).in(part.memory())) {
        Region consumed = footprint.consumed().intersection(allocation.box());
        Region produced = footprint.produced().intersection(allocation.box());
        if (!consumed.isEmpty() || !produced.isEmpty()) {
          builder.access(vertex, allocation, consumed, produced);
        }
      }
    }
    builder.needEpochIfNothingElse(vertex);
  }

  private List<Binding> bindings(WorkTask task, Part part) {
    List<BufferAccess> accesses = task.uses().accesses();
    List<Binding> bindings = new ArrayList<>(accesses.size());
    for (int i = 0; i < accesses.size(); i++) {
      BufferAccess access = accesses.get(i);
      Region region = part.accessed().get(i);
      bindings.add(
          new Binding(
              access,
              region,
              region.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      builder
                          .state(access.buffer())
                          .holding(part.memory(), region.boundingBox())
                          .allocation())));
    }
    return bindings;
  }
}
