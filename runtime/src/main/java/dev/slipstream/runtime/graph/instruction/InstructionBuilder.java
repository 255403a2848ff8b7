package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The instruction graph under construction: its vertices, its epoch, and the buffers. Also creates
 * copies between existing allocations, and zeroes elements.
 */
final class InstructionBuilder extends LiveGraph<Instruction> {
  private final NodeId local;
  private final Map<BufferId, BufferMemory> buffers = new LinkedHashMap<>();
  private long allocations;
  private long commands;

  /** The number of the last task that a command belonged to. */
  private long task;

  InstructionBuilder(NodeId local, GraphRecorder<Instruction> recorder) {
    super(recorder);
    this.local = local;
  }

  NodeId local() {
    return local;
  }

  /** Begins the next command: recency of use is measured in commands. */
  void beginCommand() {
    commands++;
  }

  /**
   * Sets the task that the command belongs to.
   *
   * @param number its number
   */
  void belongsTo(TaskId number) {
    task = number.number();
  }

  long command() {
    return commands;
  }

  AllocationId nextAllocation() {
    return new AllocationId(allocations++);
  }

  BufferMemory state(Buffer buffer) {
    BufferMemory state = buffers.get(buffer.id());
    if (state == null) {
      state = new BufferMemory(buffer, local.rank() == 0, heapOf(buffer), epoch());
      buffers.put(buffer.id(), state);
    }
    state.collapse(epoch());
    return state;
  }

  /** The heap array of a buffer that was not known before. */
  LiveAllocation heapOf(Buffer buffer) {
    Allocation heap = new Allocation(nextAllocation(), MemoryId.HEAP, buffer, buffer.domain());
    return new LiveAllocation(heap, 0, epoch());
  }

  Optional<BufferMemory> known(BufferId buffer) {
    BufferMemory state = buffers.get(buffer);
    if (state != null) {
      state.collapse(epoch());
    }
    return Optional.ofNullable(state);
  }

  /** The memories of the elements of all buffers. */
  List<BufferPlaces> places() {
    List<BufferPlaces> places = new ArrayList<>(buffers.size());
    for (BufferMemory buffer : buffers.values()) {
      places.add(buffer.places());
    }
    return places;
  }

  List<BufferId> knownBuffers() {
    return new ArrayList<>(buffers.keySet());
  }

  void forget(BufferId buffer) {
    buffers.remove(buffer);
  }

  /**
   * Makes an instruction wait for everything that it must not overtake in one allocation, and notes
   * its accesses there. Called once for each pair of instruction and allocation, with all accesses.
   */
  void access(
      Vertex<Instruction> vertex, LiveAllocation allocation, Region consumed, Region produced) {
    for (Vertex<Instruction> writer : allocation.writersOf(consumed)) {
      need(vertex, writer, DependencyOrigin.DATA);
    }
    if (!produced.isEmpty()) {
      List<Vertex<Instruction>> writers = allocation.writersOf(produced);
      for (Vertex<Instruction> writer : writers) {
        if (writer.id() == allocation.origin().id()) {
          need(vertex, writer, DependencyOrigin.DATA);
        }
      }
      overwrite(vertex, allocation.readersOf(produced), writers);
      allocation.written(vertex, produced);
    }
    // An instruction that overwrites what this instruction writes waits for it as the writer.
    allocation.read(vertex, consumed.difference(produced));
    allocation.usedBy(commands);
  }

  /**
   * Copies a region between two memories in which it is allocated; afterwards it is fresh in both.
   */
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
        add(
            new Instruction.Copy(
                nextId(), source.allocation(), destination.allocation(), region, task, reason));
    access(copy, source, region, Region.EMPTY);
    access(copy, destination, Region.EMPTY, region);
    needEpochIfNothingElse(copy);
  }

  /** Zeroes a region, which is fresh there afterwards. */
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
        add(new Instruction.Clear(nextId(), destination.allocation(), region));
    access(clear, destination, Region.EMPTY, region);
    needEpochIfNothingElse(clear);
  }

  /**
   * Copies a region from a memory in which it is allocated to an array that does not belong to the
   * buffer.
   */
  void copyOut(BufferMemory state, MemoryId from, Region region, LiveAllocation target) {
    for (LiveAllocation source : state.in(from)) {
      Region part = region.intersection(source.box());
      if (!part.isEmpty()) {
        copy(source, target, part, Instruction.Copy.Reason.SNAPSHOT);
      }
    }
  }
}
