package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.DependencyKind;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The instruction graph while it is built: its vertices, its epoch, and the buffers. */
final class InstructionBuilder {
  private final NodeId local;
  private final LiveGraph<Instruction> graph;
  private final Map<BufferId, BufferMemory> buffers = new LinkedHashMap<>();
  private List<Vertex<Instruction>> batch = new ArrayList<>();
  private Optional<Vertex<Instruction>> epoch = Optional.empty();
  private long allocations;
  private long commands;

  InstructionBuilder(NodeId local, GraphRecorder<Instruction> recorder) {
    this.local = local;
    graph = new LiveGraph<>(recorder);
  }

  NodeId local() {
    return local;
  }

  LiveGraph<Instruction> graph() {
    return graph;
  }

  Vertex<Instruction> add(Function<InstructionId, Instruction> make) {
    Vertex<Instruction> vertex = graph.add(make.apply(new InstructionId(graph.nextId())));
    batch.add(vertex);
    return vertex;
  }

  /** The instructions that were added since this was called last. */
  List<Vertex<Instruction>> takeBatch() {
    List<Vertex<Instruction>> taken = batch;
    batch = new ArrayList<>();
    return taken;
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

  Vertex<Instruction> epoch() {
    return epoch.orElseThrow(
        () -> new IllegalStateException("the stream of commands must begin with an epoch"));
  }

  void epoch(Vertex<Instruction> newEpoch) {
    epoch = Optional.of(newEpoch);
  }

  /** The vertex that stands for another: the epoch if that is older. */
  Vertex<Instruction> standIn(Vertex<Instruction> vertex) {
    return vertex.id() < epoch().id() ? epoch() : vertex;
  }

  BufferMemory state(Buffer buffer) {
    BufferMemory state = buffers.computeIfAbsent(buffer.id(), id -> create(buffer));
    state.collapse(epoch());
    return state;
  }

  private BufferMemory create(Buffer buffer) {
    return new BufferMemory(buffer, local.rank() == 0, heapOf(buffer), epoch());
  }

  /** The heap array of a buffer that was not known before. */
  LiveAllocation heapOf(Buffer buffer) {
    Allocation heap =
        new Allocation(
            nextAllocation(), MemoryId.HEAP, buffer, Allocation.Contents.ELEMENTS, buffer.domain());
    return new LiveAllocation(heap, 0, epoch());
  }

  Optional<BufferMemory> known(BufferId buffer) {
    Optional<BufferMemory> state = Optional.ofNullable(buffers.get(buffer));
    state.ifPresent(known -> known.collapse(epoch()));
    return state;
  }

  /** Where the elements of all buffers are. */
  List<BufferPlaces> places() {
    return buffers.values().stream().map(BufferMemory::places).toList();
  }

  List<BufferId> knownBuffers() {
    return new ArrayList<>(buffers.keySet());
  }

  void forget(BufferId buffer) {
    buffers.remove(buffer);
  }

  void need(Vertex<Instruction> from, Vertex<Instruction> on, DependencyOrigin origin) {
    graph.depend(from, on, DependencyKind.TRUE, origin);
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
      graph.overwrite(vertex, allocation.readersOf(produced), writers);
      allocation.written(vertex, produced);
    }
    // Whoever overwrites what this instruction writes waits for it as the writer.
    allocation.read(vertex, consumed.difference(produced));
    allocation.usedBy(commands);
  }

  /** Nothing may run before the epoch that it follows. */
  void needEpochIfNothingElse(Vertex<Instruction> vertex) {
    if (!vertex.needsAny()) {
      need(vertex, epoch(), DependencyOrigin.LAST_EPOCH);
    }
  }
}
