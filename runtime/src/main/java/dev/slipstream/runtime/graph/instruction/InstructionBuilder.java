package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.GraphBuilder;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The instruction graph while it is built: its vertices, its epoch, and the buffers. */
final class InstructionBuilder extends GraphBuilder<Instruction> {
  private final NodeId local;
  private final Map<BufferId, BufferMemory> buffers = new LinkedHashMap<>();
  private long allocations;
  private long commands;

  InstructionBuilder(NodeId local, GraphRecorder<Instruction> recorder) {
    super(new LiveGraph<>(recorder));
    this.local = local;
  }

  NodeId local() {
    return local;
  }

  /** The identifier of the instruction that is added next. */
  InstructionId nextId() {
    return new InstructionId(graph().nextId());
  }

  /** Begins the next command: what was used least recently is counted in commands. */
  void beginCommand() {
    commands++;
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
    Allocation heap =
        new Allocation(
            nextAllocation(), MemoryId.HEAP, buffer, Allocation.Contents.ELEMENTS, buffer.domain());
    return new LiveAllocation(heap, 0, epoch());
  }

  Optional<BufferMemory> known(BufferId buffer) {
    BufferMemory state = buffers.get(buffer);
    if (state != null) {
      state.collapse(epoch());
    }
    return Optional.ofNullable(state);
  }

  /** Where the elements of all buffers are. */
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
   * Lets an instruction wait for all that it must not overtake in one allocation, and notes what it
   * does there. To be called once for each of both, with all that the instruction does.
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
      graph().overwrite(vertex, allocation.readersOf(produced), writers);
      allocation.written(vertex, produced);
    }
    // Whoever overwrites what this instruction writes waits for it as the writer.
    allocation.read(vertex, consumed.difference(produced));
    allocation.usedBy(commands);
  }
}
