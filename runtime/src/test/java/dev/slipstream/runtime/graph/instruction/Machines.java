package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.task.HorizonPolicy;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.TaskProgram;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A program with the instruction graphs of all nodes that run it, without execution. */
final class Machines {
  /** Buffers are arrays of numbers with eight bytes. */
  static final int ELEMENT_BYTES = 8;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Task> stream = new ArrayList<>();
  private final TaskProgram program;
  private final InstructionOptions options;
  private final boolean prunes;

  /** One node. */
  record Node(
      NodeId id,
      CommandGraph commands,
      InstructionGraph graph,
      RecordedGraph<Instruction> recorded,
      LiveCheck live,
      List<Pilot> pilots) {}

  Machines(int nodes, int devices) {
    this(nodes, NodeTopology.of(devices, true));
  }

  Machines(int nodes, NodeTopology topology) {
    this(options(nodes, topology).withoutLookahead());
  }

  Machines(InstructionOptions options) {
    this(CommandOptions.of(options.nodes()), options, StepHorizons.USUAL);
  }

  Machines(CommandOptions cluster, InstructionOptions options, HorizonPolicy horizons) {
    this(cluster, options, horizons, false);
  }

  /**
   * Creates machines whose horizons and epochs may count as executed as soon as they are created.
   */
  Machines(
      CommandOptions cluster, InstructionOptions options, HorizonPolicy horizons, boolean prunes) {
    this.options = options;
    this.prunes = prunes;
    for (int rank = 0; rank < cluster.nodes(); rank++) {
      NodeId id = new NodeId(rank);
      RecordedGraph<Instruction> recorded = new RecordedGraph<>();
      LiveCheck live = new LiveCheck(recorded);
      List<Pilot> pilots = new ArrayList<>();
      nodes.add(
          new Node(
              id,
              new CommandGraph(id, cluster, new RecordedGraph<>()),
              new InstructionGraph(id, options, live, pilots::add),
              recorded,
              live,
              pilots));
    }
    program = new TaskProgram(horizons, SubmissionWindow.UNBOUNDED, this::generate);
  }

  static InstructionOptions options(int nodes, NodeTopology topology) {
    return InstructionOptions.of(nodes, topology);
  }

  private void generate(Task task) {
    stream.add(task);
    for (Node node : nodes) {
      for (Vertex<Command> command : node.commands().generate(task)) {
        prune(node, node.graph().generate(command));
      }
    }
  }

  private void prune(Node node, List<Vertex<Instruction>> batch) {
    for (int i = 0; i < batch.size() && prunes; i++) {
      Instruction instruction = batch.get(i).payload();
      if (instruction instanceof Instruction.Mark mark) {
        node.graph().reached(mark.task().id());
      }
    }
    node.live().pruned(node.graph().live().get(0).id());
  }

  InstructionOptions options() {
    return options;
  }

  TaskProgram program() {
    return program;
  }

  List<Task> stream() {
    return stream;
  }

  List<Node> nodes() {
    return nodes;
  }

  Node node(int rank) {
    return nodes.get(rank);
  }

  Collection<Instruction> instructions(int rank) {
    return node(rank).recorded().payloads().values();
  }

  <I extends Instruction> List<I> on(int rank, Class<I> type) {
    return instructions(rank).stream().filter(type::isInstance).map(type::cast).toList();
  }

  <I extends Instruction> List<I> on(Class<I> type) {
    return on(0, type);
  }

  List<Instruction.Allocate> allocations(int rank, MemoryId memory) {
    return on(rank, Instruction.Allocate.class).stream()
        .filter(allocate -> allocate.allocation().memory().equals(memory))
        .toList();
  }

  List<Instruction.Copy> copies(int rank, MemoryId from, MemoryId to) {
    return on(rank, Instruction.Copy.class).stream()
        .filter(copy -> copy.source().memory().equals(from))
        .filter(copy -> copy.destination().memory().equals(to))
        .toList();
  }

  Region copied(int rank, MemoryId from, MemoryId to) {
    Region copied = Region.EMPTY;
    for (Instruction.Copy copy : copies(rank, from, to)) {
      copied = copied.union(copy.region());
    }
    return copied;
  }

  List<Instruction.Kernel> kernels(int rank, TaskId task) {
    return on(rank, Instruction.Kernel.class).stream()
        .filter(kernel -> kernel.task().id().equals(task))
        .toList();
  }

  /** Whether an instruction waits for another, directly or not. */
  boolean follows(int rank, Instruction later, Instruction earlier) {
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>();
    open.add(later.id());
    while (!open.isEmpty()) {
      for (RecordedGraph.Edge edge : node(rank).recorded().dependenciesOf(open.remove())) {
        if (seen.add(edge.on())) {
          open.add(edge.on());
        }
      }
    }
    return seen.contains(earlier.id());
  }
}
