package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates the instructions of one node from its commands. This is a pure function of the commands
 * and the options. The algorithm is that of Celerity's instruction graph (described in {@code
 * docs/} and {@code src/instruction_graph_generator.cc} there), with limits of memories. Used by
 * one thread.
 */
public final class InstructionGraph {
  private static final int QUIET_HORIZONS = 2;

  /** Bounds how long a program that keeps needing more memory is held back. */
  private static final int MOST_HELD_HORIZONS = 64;

  private final InstructionOptions options;
  private final InstructionBuilder builder;
  private final CommandPlanner planner;
  private final Anticipation anticipation;
  private final AllocationPlanner allocations;
  private final TransferPlanner transfers;
  private final WorkPlanner work;
  private final Queue<Runnable> held = new ArrayDeque<>();
  private @Nullable BiConsumer<TaskId, List<BufferPlaces>> marks;
  private int quietHorizons;
  private int heldHorizons;

  /**
   * Creates an empty graph.
   *
   * @param local this node
   * @param options how commands become instructions
   * @param recorder is notified of all events
   * @param pilots receives the announcements to other nodes, as soon as they are planned
   * @throws IllegalArgumentException if this node is not one of the nodes
   */
  public InstructionGraph(
      NodeId local,
      InstructionOptions options,
      GraphRecorder<Instruction> recorder,
      Consumer<Pilot> pilots) {
    if (local.rank() >= options.nodes()) {
      throw new IllegalArgumentException(
          "node " + local + " is not one of " + options.nodes() + " nodes");
    }
    this.options = options;
    builder = new InstructionBuilder(local, recorder);
    planner = new CommandPlanner(options);
    anticipation = new Anticipation(builder);
    allocations = new AllocationPlanner(builder, options, anticipation);
    CoherencePlanner coherence = new CoherencePlanner(options.topology(), allocations, builder);
    transfers = new TransferPlanner(builder, allocations, coherence, pilots);
    work = new WorkPlanner(builder, allocations, coherence, transfers);
  }

  /**
   * Sets a listener for the places of all elements at horizons and epochs.
   *
   * @param listener is called when the instruction of a horizon or epoch is created, with its task
   *     and the places of all elements. These are the places when everything before it is executed,
   *     and nothing after it
   */
  public void onMark(BiConsumer<TaskId, List<BufferPlaces>> listener) {
    marks = listener;
  }

  /**
   * Creates the instructions of the next command, and of held-back commands that need not be held
   * back any more.
   *
   * @param command the command, as the command graph of this node gives it; the first one is an
   *     epoch
   * @return the instructions, each after those that it depends on; empty if the command is held
   *     back until later commands, or {@link #flush()}, release it
   * @throws MemoryShortageException if a task needs more memory of a device at the same time than
   *     its budget; the graph is then as it was before
   */
  public List<Vertex<Instruction>> generate(Vertex<Command> command) {
    CommandPlanner.Planned planned = planner.plan(command.payload());
    if (!options.lookahead()) {
      run(planned);
    } else {
      hold(planned);
    }
    return builder.takeBatch();
  }

  private void hold(CommandPlanner.Planned planned) {
    boolean grows = !planned.demands().isEmpty() && anticipation.add(planned.demands());
    if (held.isEmpty() && !grows) {
      run(planned);
      return;
    }
    held.add(() -> run(planned));
    quietHorizons = grows ? 0 : quietHorizons;
    boolean isMark = planned.command() instanceof Command.Mark;
    boolean isEpoch = planned.command() instanceof Command.Mark mark && mark.task().isEpoch();
    if (isMark && !isEpoch) {
      quietHorizons++;
      heldHorizons++;
    }
    if (quietHorizons >= QUIET_HORIZONS
        || heldHorizons >= MOST_HELD_HORIZONS
        || planned.command() instanceof Command.Fence
        || isEpoch) {
      release();
    }
  }

  /**
   * Creates the instructions of all commands that were held back.
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
      held.remove().run();
    }
    anticipation.clear();
  }

  /** How many commands are held back. */
  public int heldBack() {
    return held.size();
  }

  private void run(CommandPlanner.Planned planned) {
    builder.beginCommand();
    Command command = planned.command();
    if (command instanceof Command.Execution execution) {
      builder.belongsTo(execution.task().id());
      work.run(execution.task(), planned.parts());
    } else if (command instanceof Command.Fence fence) {
      builder.belongsTo(fence.task().id());
      work.fence(fence.task());
    } else if (command instanceof Command.Mark mark) {
      run(mark);
    } else if (command instanceof Command.Push push) {
      transfers.push(push);
    } else if (command instanceof Command.AwaitPush await) {
      transfers.await(await);
    }
  }

  private void run(Command.Mark command) {
    MarkTask task = command.task();
    if (marks != null) {
      marks.accept(task.id(), builder.places());
    }
    if (task.kind() == MarkTask.Kind.SHUTDOWN) {
      for (BufferId buffer : builder.knownBuffers()) {
        free(buffer);
      }
    }
    builder.addMark(
        task.id().number(), task.isEpoch(), new Instruction.Mark(builder.nextId(), task));
  }

  /**
   * Frees the allocations of a buffer that no later command uses, once the earlier commands have
   * become instructions.
   *
   * @param buffer its identifier
   * @return the instructions
   */
  public List<Vertex<Instruction>> forget(BufferId buffer) {
    if (held.isEmpty()) {
      builder.beginCommand();
      free(buffer);
    } else {
      held.add(() -> free(buffer));
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
    for (LiveAllocation allocation : List.copyOf(state.outsideOfHeap())) {
      allocations.free(state, allocation);
    }
    builder.forget(buffer);
  }

  /**
   * Notes that this node has executed a horizon or epoch, and drops what is not needed any more.
   *
   * @param task its task
   * @throws IllegalArgumentException if it is not a live horizon or epoch
   */
  public void reached(TaskId task) {
    builder.reached(task.number());
  }

  /**
   * Returns all instructions that are not pruned, with their dependencies.
   *
   * @return the vertices, from the oldest to the newest
   */
  public List<Vertex<Instruction>> live() {
    return builder.vertices();
  }
}
