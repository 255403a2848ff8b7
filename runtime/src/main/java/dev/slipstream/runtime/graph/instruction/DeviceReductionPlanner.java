package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.task.TaskReduction;
import java.util.List;

/**
 * Puts the contributions to reductions together in host memory: of the devices of this node at
 * once, of all nodes when a command says so. Whoever does not contribute supplies the identity.
 */
final class DeviceReductionPlanner {
  private static final Region SCALAR = Region.of(Box.SCALAR);

  private final InstructionBuilder builder;
  private final InstructionOptions options;
  private final AllocationPlanner allocations;

  DeviceReductionPlanner(
      InstructionBuilder builder, InstructionOptions options, AllocationPlanner allocations) {
    this.builder = builder;
    this.options = options;
    this.allocations = allocations;
  }

  /** Puts the contributions of several devices together. */
  void ofDevices(TaskReduction reduction, List<Part> parts) {
    BufferMemory state = builder.state(reduction.buffer());
    int devices = options.topology().devices().size();
    LiveAllocation gathered = contributions(state, devices);
    if (parts.size() < devices) {
      fillIdentity(gathered);
    }
    for (Part part : parts) {
      contribute(state.holding(part.memory(), Box.SCALAR), gathered, part.device());
    }
    reduce(state, reduction, Instruction.Reduce.Scope.DEVICES, gathered);
  }

  /** Receives the contributions of other nodes. */
  void await(Command.AwaitPush await) {
    BufferMemory state = builder.state(await.buffer());
    LiveAllocation gathered = contributions(state, options.nodes());
    // A node without a contribution announces that it sends nothing.
    fillIdentity(gathered);
    Vertex<Instruction> receive =
        builder.add(
            new Instruction.GatherReceive(
                builder.nextId(), await.transfer(), gathered.allocation()));
    builder.access(receive, gathered, Region.EMPTY, Region.of(gathered.box()));
    state.contributions(gathered);
  }

  /** Puts the contributions of all nodes together. */
  void ofNodes(Command.Reduce command) {
    BufferMemory state = builder.state(command.reduction().buffer());
    LiveAllocation gathered =
        state
            .takeContributions()
            .orElseThrow(
                () -> new IllegalStateException(command + " follows no await-push of its parts"));
    if (command.hasLocalPart()) {
      MemorySet fresh = state.fresh().query(Box.SCALAR).get(0).value();
      int host = fresh.next(MemoryId.HOST.number());
      MemoryId from = host < 0 ? MemoryId.HEAP : new MemoryId(host);
      contribute(state.holding(from, Box.SCALAR), gathered, builder.local().rank());
    }
    reduce(state, command.reduction(), Instruction.Reduce.Scope.NODES, gathered);
  }

  private LiveAllocation contributions(BufferMemory state, int contributors) {
    return allocations.allocate(
        state, MemoryId.HOST, Allocation.Contents.CONTRIBUTIONS, Box.of(0, contributors));
  }

  private void fillIdentity(LiveAllocation gathered) {
    Vertex<Instruction> fill =
        builder.add(new Instruction.FillIdentity(builder.nextId(), gathered.allocation()));
    builder.access(fill, gathered, Region.EMPTY, Region.of(gathered.box()));
  }

  private void contribute(LiveAllocation source, LiveAllocation gathered, int contributor) {
    Vertex<Instruction> copy =
        builder.add(
            new Instruction.Contribute(
                builder.nextId(), source.allocation(), gathered.allocation(), contributor));
    builder.access(copy, source, SCALAR, Region.EMPTY);
    builder.access(copy, gathered, Region.EMPTY, Region.of(Box.of(contributor, contributor + 1L)));
  }

  private void reduce(
      BufferMemory state,
      TaskReduction reduction,
      Instruction.Reduce.Scope scope,
      LiveAllocation gathered) {
    allocations.ensureOnHost(state, List.of(Box.SCALAR), SCALAR);
    LiveAllocation result = state.holding(MemoryId.HOST, Box.SCALAR);
    Vertex<Instruction> reduce =
        builder.add(
            new Instruction.Reduce(
                builder.nextId(), reduction, scope, gathered.allocation(), result.allocation()));
    builder.access(reduce, gathered, Region.of(gathered.box()), Region.EMPTY);
    builder.access(reduce, result, Region.EMPTY, SCALAR);
    allocations.free(state, gathered);
    state.fresh().update(SCALAR, MemorySet.only(MemoryId.HOST));
  }
}
