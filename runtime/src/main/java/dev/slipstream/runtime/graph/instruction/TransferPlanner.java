package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.TransferId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Turns pushes into messages, and await-pushes into receives once their readers are known. All
 * transfers use host memory. Every message is a box of one allocation, and is announced here.
 */
final class TransferPlanner {
  private final InstructionBuilder builder;
  private final AllocationPlanner allocations;
  private final CoherencePlanner coherence;
  private final Consumer<Pilot> pilots;
  private long messages;

  TransferPlanner(
      InstructionBuilder builder,
      AllocationPlanner allocations,
      CoherencePlanner coherence,
      Consumer<Pilot> pilots) {
    this.builder = builder;
    this.allocations = allocations;
    this.coherence = coherence;
    this.pilots = pilots;
  }

  void push(Command.Push push) {
    BufferMemory state = builder.state(push.buffer());
    receive(state, List.of());
    Region all = CommandPlanner.union(push);
    allocations.ensureOnHost(state, BoxGroups.connected(all), Region.EMPTY);
    coherence.bring(state, MemoryId.HOST, all);
    for (Map.Entry<NodeId, Region> target : push.targets().entrySet()) {
      for (LiveAllocation source : state.in(MemoryId.HOST)) {
        for (Box box : target.getValue().intersection(source.box()).boxes()) {
          send(pilot(push.transfer(), target.getKey(), box), source);
        }
      }
    }
  }

  private Pilot pilot(TransferId transfer, NodeId to, Box box) {
    return new Pilot(new MessageId(builder.local(), messages++), transfer, to, box);
  }

  private void send(Pilot pilot, LiveAllocation source) {
    pilots.accept(pilot);
    Vertex<Instruction> send =
        builder.add(new Instruction.Send(builder.nextId(), pilot, source.allocation()));
    builder.access(send, source, Region.of(pilot.box()), Region.EMPTY);
    builder.needEpochIfNothingElse(send);
  }

  /** Postpones a receive until its readers are known. */
  void await(Command.AwaitPush await) {
    BufferMemory state = builder.state(await.buffer());
    receive(state, List.of());
    state.expect(new BufferMemory.Incoming(await.transfer(), await.region()));
  }

  /** Receives what remains of a buffer, in one part for each set of readers. */
  void receive(BufferMemory state, List<Region> readers) {
    Optional<BufferMemory.Incoming> incoming = state.takeIncoming();
    if (incoming.isEmpty()) {
      return;
    }
    Region region = incoming.get().region();
    allocations.ensureOnHost(state, BoxGroups.connected(region), region);
    List<Region> parts = partsByReaders(region, readers);
    for (LiveAllocation destination : state.in(MemoryId.HOST)) {
      receive(incoming.get(), parts, destination);
    }
    state.fresh().update(region, MemorySet.only(MemoryId.HOST));
  }

  private static List<Region> partsByReaders(Region region, List<Region> readers) {
    List<Region> parts = List.of(region);
    for (Region reader : readers) {
      List<Region> finer = new ArrayList<>();
      for (Region part : parts) {
        finer.add(part.intersection(reader));
        finer.add(part.difference(reader));
      }
      finer.removeIf(Region::isEmpty);
      parts = finer;
    }
    return parts;
  }

  private void receive(
      BufferMemory.Incoming incoming, List<Region> parts, LiveAllocation destination) {
    Region here = incoming.region().intersection(destination.box());
    if (here.isEmpty()) {
      return;
    }
    TransferId transfer = incoming.transfer();
    Allocation allocation = destination.allocation();
    List<Region> awaited = new ArrayList<>(parts.size());
    for (Region part : parts) {
      Region partHere = part.intersection(destination.box());
      if (!partHere.isEmpty()) {
        awaited.add(partHere);
      }
    }
    boolean whole = awaited.size() == 1;
    Vertex<Instruction> begin =
        builder.add(
            whole
                ? new Instruction.Receive(builder.nextId(), transfer, allocation, here)
                : new Instruction.SplitReceive(builder.nextId(), transfer, allocation, here));
    builder.access(begin, destination, Region.EMPTY, here);
    builder.needEpochIfNothingElse(begin);
    for (int i = 0; i < awaited.size() && !whole; i++) {
      Region part = awaited.get(i);
      Vertex<Instruction> await =
          builder.add(new Instruction.AwaitReceive(builder.nextId(), transfer, allocation, part));
      builder.access(await, destination, part, part);
    }
  }
}
