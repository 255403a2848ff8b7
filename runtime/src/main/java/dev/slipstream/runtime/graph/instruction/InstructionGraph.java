package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.task.EpochTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Makes the instructions of one node from its commands: a pure function of the commands and the
 * options. The algorithm is that of Celerity's instruction graph (described in {@code docs/} and
 * {@code src/instruction_graph_generator.cc} there), with limits of memories. Used by one thread.
 */
public final class InstructionGraph {
  private static final int QUIET_HORIZONS = 2;

  /** A program that needs more memory all the time is not held back without end. */
  private static final int MOST_HELD_HORIZONS = 64;

  private final InstructionOptions options;
  private final HorizonListener horizons;
  private final InstructionBuilder builder;
  private final CommandPlanner planner;
  private final Anticipation anticipation;
  private final AllocationPlanner allocations;
  private final TransferPlanner transfers;
  private final DeviceReductionPlanner reductions;
  private final WorkPlanner work;
  private final Queue<Pending> held = new ArrayDeque<>();
  private int quietHorizons;
  private int heldHorizons;

  /**
   * Creates an empty graph.
   *
   * @param local this node
   * @param options how commands become instructions
   * @param recorder is told everything, for pictures
   * @param pilots gets what is to be announced to other nodes, as soon as it is planned
   * @throws IllegalArgumentException if this node is not one of the nodes
   */
  public InstructionGraph(
      NodeId local,
      InstructionOptions options,
      GraphRecorder<Instruction> recorder,
      Consumer<Pilot> pilots) {
    this(local, options, recorder, pilots, HorizonListener.OFF);
  }

  /**
   * Creates an empty graph that tells where everything is at horizons.
   *
   * @param local this node
   * @param options how commands become instructions
   * @param recorder is told everything, for pictures
   * @param pilots gets what is to be announced to other nodes, as soon as it is planned
   * @param horizons is told where everything is
   * @throws IllegalArgumentException if this node is not one of the nodes
   */
  public InstructionGraph(
      NodeId local,
      InstructionOptions options,
      GraphRecorder<Instruction> recorder,
      Consumer<Pilot> pilots,
      HorizonListener horizons) {
    if (local.rank() >= options.nodes()) {
      throw new IllegalArgumentException(
          "node " + local + " is not one of " + options.nodes() + " nodes");
    }
    this.options = options;
    this.horizons = horizons;
    builder = new InstructionBuilder(local, recorder);
    planner = new CommandPlanner(options);
    anticipation = new Anticipation(builder);
    CopyPlanner copies = new CopyPlanner(builder);
    allocations = new AllocationPlanner(builder, options, anticipation, copies);
    CoherencePlanner coherence = new CoherencePlanner(options.topology(), allocations, copies);
    transfers = new TransferPlanner(builder, allocations, coherence, pilots);
    reductions = new DeviceReductionPlanner(builder, options, allocations);
    work = new WorkPlanner(builder, allocations, coherence, transfers, reductions);
  }

  /**
   * Makes the instructions of the next command, and of those that were held back if they need not
   * be any more.
   *
   * @param command the command, as the command graph of this node gives it; the first one is an
   *     epoch
   * @return the instructions, each after those that it depends on; empty if the command is held
   *     back until later commands, or {@link #flush()}, release it
   * @throws MemoryShortageException if a task needs more memory of a device at once than its budget
   *     is; the graph is then as it was before
   */
  public List<Vertex<Instruction>> generate(Vertex<Command> command) {
    Pending.Planned planned = planner.plan(command.payload());
    if (options.lookahead() == InstructionOptions.Lookahead.OFF) {
      run(planned);
    } else {
      hold(planned);
    }
    return builder.takeBatch();
  }

  private void hold(Pending.Planned planned) {
    boolean grows = !planned.demands().isEmpty() && anticipation.add(planned.demands());
    if (held.isEmpty() && !grows) {
      run(planned);
      return;
    }
    held.add(planned);
    quietHorizons = grows ? 0 : quietHorizons;
    if (planned.command() instanceof Command.Horizon) {
      quietHorizons++;
      heldHorizons++;
    }
    if (quietHorizons >= QUIET_HORIZONS
        || heldHorizons >= MOST_HELD_HORIZONS
        || planned.command() instanceof Command.Fence
        || planned.command() instanceof Command.Epoch) {
      release();
    }
  }

  /**
   * Makes the instructions of all commands that were held back.
   *
   * @return the instructions, each after those that it depends on
   */
  public List<Vertex<Instruction>> flush() {
    release();
    return builder.takeBatch();
  }

  private void release() {
    quietHorizons = 0;
    heldHorizons = 0;
    while (!held.isEmpty()) {
      Pending next = held.remove();
      if (next instanceof Pending.Planned planned) {
        run(planned);
      } else if (next instanceof Pending.Forgotten forgotten) {
        free(forgotten.buffer());
      }
    }
    anticipation.clear();
  }

  /** How many commands are held back. */
  public int heldBack() {
    return held.size();
  }

  private void run(Pending.Planned planned) {
    builder.beginCommand();
    Command command = planned.command();
    if (command instanceof Command.Execution execution) {
      work.run(execution.task(), planned.parts());
    } else if (command instanceof Command.Fence fence) {
      work.fence(fence.task());
    } else if (command instanceof Command.Horizon mark) {
      run(mark);
    } else if (command instanceof Command.Epoch mark) {
      run(mark);
    } else if (command instanceof Command.Push push) {
      transfers.push(push);
    } else if (command instanceof Command.AwaitPush await) {
      if (await.partialResults()) {
        reductions.await(await);
      } else {
        transfers.await(await);
      }
    } else if (command instanceof Command.Reduce reduce) {
      reductions.ofNodes(reduce);
    }
  }

  private void run(Command.Horizon command) {
    tell(command.task().id());
    builder.addHorizon(
        command.task().id().number(),
        new Instruction.Horizon(builder.nextId(), command.task(), command.completed()));
  }

  private void tell(TaskId mark) {
    if (horizons.isOn()) {
      horizons.planned(mark, builder.places());
    }
  }

  private void run(Command.Epoch command) {
    tell(command.task().id());
    if (command.task().action() == EpochTask.Action.SHUTDOWN) {
      for (BufferId buffer : builder.knownBuffers()) {
        free(buffer);
      }
    }
    builder.addEpoch(
        command.task().id().number(),
        new Instruction.Epoch(builder.nextId(), command.task(), command.completed()));
  }

  /**
   * Frees what is allocated for a buffer that no further command will name, once the commands
   * before are made into instructions.
   *
   * @param buffer its identifier
   * @return the instructions
   */
  public List<Vertex<Instruction>> forget(BufferId buffer) {
    if (held.isEmpty()) {
      builder.beginCommand();
      free(buffer);
    } else {
      held.add(new Pending.Forgotten(buffer));
    }
    return builder.takeBatch();
  }

  private void free(BufferId buffer) {
    Optional<BufferMemory> known = builder.known(buffer);
    if (known.isEmpty()) {
      return;
    }
    BufferMemory state = known.get();
    transfers.receive(state, List.of());
    Optional<LiveAllocation> contributions = state.takeContributions();
    if (contributions.isPresent()) {
      allocations.free(state, contributions.get());
    }
    for (LiveAllocation allocation : List.copyOf(state.outsideOfHeap())) {
      allocations.free(state, allocation);
    }
    builder.forget(buffer);
  }

  /**
   * Notes that this node has executed a horizon or epoch: what it makes superfluous is dropped.
   *
   * @param task its task
   * @throws IllegalArgumentException if it is not a live horizon or epoch
   */
  public void reached(TaskId task) {
    builder.graph().reached(task.number());
  }

  /**
   * Returns all instructions that are not pruned, with their dependencies.
   *
   * @return the vertices, from the oldest to the newest
   */
  public List<Vertex<Instruction>> live() {
    return builder.graph().vertices();
  }
}
