package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Builds the command and instruction graphs of all nodes from a stream of tasks without executing
 * anything, to find out what would be moved. Horizons and epochs count as executed as soon as they
 * are created, so that the graphs stay small.
 */
public final class DryRun {
  private static final class Node {
    private final CommandGraph commands;
    private final InstructionGraph instructions;
    private Traffic traffic = Traffic.NONE;

    Node(CommandGraph commands, InstructionGraph instructions) {
      this.commands = commands;
      this.instructions = instructions;
    }
  }

  private final List<Node> nodes = new ArrayList<>();

  /**
   * Creates a dry run that records the graphs of all nodes.
   *
   * @param cluster how tasks are divided among nodes
   * @param options how commands become instructions, on every node
   * @param commands creates the recorder of a node's commands
   * @param instructions creates the recorder of a node's instructions
   * @throws IllegalArgumentException if the options disagree about the number of nodes
   */
  public DryRun(
      CommandOptions cluster,
      InstructionOptions options,
      Function<NodeId, GraphRecorder<Command>> commands,
      Function<NodeId, GraphRecorder<Instruction>> instructions) {
    if (cluster.nodes() != options.nodes()) {
      throw new IllegalArgumentException(
          "commands are for " + cluster.nodes() + " nodes, instructions for " + options.nodes());
    }
    for (int rank = 0; rank < cluster.nodes(); rank++) {
      NodeId node = new NodeId(rank);
      nodes.add(
          new Node(
              new CommandGraph(node, cluster, commands.apply(node)),
              new InstructionGraph(node, options, instructions.apply(node), pilot -> {})));
    }
  }

  /**
   * Creates a dry run that only counts.
   *
   * @param cluster how tasks are divided among nodes
   * @param options how commands become instructions, on every node
   * @throws IllegalArgumentException if the options disagree about the number of nodes
   */
  public DryRun(CommandOptions cluster, InstructionOptions options) {
    this(cluster, options, node -> GraphRecorder.off(), node -> GraphRecorder.off());
  }

  /** A task was submitted, or a horizon or epoch was created. */
  public void submitted(Task task) {
    for (Node node : nodes) {
      for (Vertex<Command> command : node.commands.generate(task)) {
        count(node, node.instructions.generate(command));
      }
    }
  }

  private void count(Node node, List<Vertex<Instruction>> batch) {
    for (Vertex<Instruction> vertex : batch) {
      Instruction instruction = vertex.payload();
      node.traffic = node.traffic.plus(Traffic.of(instruction));
      if (instruction instanceof Instruction.Mark mark) {
        node.commands.reached(mark.task().id());
        node.instructions.reached(mark.task().id());
      }
    }
  }

  /**
   * Forgets a buffer that no later task uses.
   *
   * @param buffer its identifier
   */
  public void forget(BufferId buffer) {
    for (Node node : nodes) {
      node.commands.forget(buffer);
      count(node, node.instructions.forget(buffer));
    }
  }

  /**
   * Returns what each node would move for the tasks up to now.
   *
   * @return the traffic, in the order of the nodes
   */
  public List<Traffic> traffic() {
    List<Traffic> all = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      count(node, node.instructions.flush());
      all.add(node.traffic);
    }
    return all;
  }
}
