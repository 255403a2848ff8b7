package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Vertex;
import java.util.List;

/** Makes copies between allocations that exist, and zeroes elements. */
final class CopyPlanner {
  private final InstructionBuilder builder;

  CopyPlanner(InstructionBuilder builder) {
    this.builder = builder;
  }

  /** Copies a region between two memories that both have it allocated; it is fresh in both then. */
  void copy(
      BufferMemory state,
      MemoryId from,
      MemoryId to,
      Region region,
      Instruction.Copy.Reason reason) {
    List<LiveAllocation> sources = state.in(from);
    List<LiveAllocation> destinations = state.in(to);
    for (int i = 0; i < sources.size(); i++) {
      Region part = region.intersection(sources.get(i).box());
      for (int j = 0; j < destinations.size() && !part.isEmpty(); j++) {
        Region both = part.intersection(destinations.get(j).box());
        if (!both.isEmpty()) {
          copy(sources.get(i), destinations.get(j), both, reason);
        }
      }
    }
    state.fresh().change(region, memories -> memories.with(to));
  }

  void copy(
      LiveAllocation source,
      LiveAllocation destination,
      Region region,
      Instruction.Copy.Reason reason) {
    Vertex<Instruction> copy =
        builder.add(
            new Instruction.Copy(
                builder.nextId(), source.allocation(), destination.allocation(), region, reason));
    builder.access(copy, source, region, Region.EMPTY);
    builder.access(copy, destination, Region.EMPTY, region);
    builder.needEpochIfNothingElse(copy);
  }

  /** Zeroes a region, which is fresh there then. */
  void clear(BufferMemory state, MemoryId memory, Region region) {
    List<LiveAllocation> destinations = state.in(memory);
    for (int i = 0; i < destinations.size(); i++) {
      LiveAllocation destination = destinations.get(i);
      Region part = region.intersection(destination.box());
      if (!part.isEmpty()) {
        clear(destination, part);
      }
    }
    state.fresh().change(region, memories -> memories.with(memory));
  }

  void clear(LiveAllocation destination, Region region) {
    Vertex<Instruction> clear =
        builder.add(new Instruction.Clear(builder.nextId(), destination.allocation(), region));
    builder.access(clear, destination, Region.EMPTY, region);
    builder.needEpochIfNothingElse(clear);
  }

  /** Copies a region from a memory that has it allocated to an array of somebody else. */
  void copyOut(BufferMemory state, MemoryId from, Region region, LiveAllocation target) {
    for (LiveAllocation source : state.in(from)) {
      Region part = region.intersection(source.box());
      if (!part.isEmpty()) {
        copy(source, target, part, Instruction.Copy.Reason.SNAPSHOT);
      }
    }
  }
}
