package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
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
import java.util.function.Consumer;

/** A program and the command graphs of all nodes that run it, without any transport. */
final class Cluster {
  private final List<Node> nodes = new ArrayList<>();
  private final List<Task> stream = new ArrayList<>();
  private final TaskProgram program;
  private Consumer<Task> listener = task -> {};

  /** One node. */
  record Node(NodeId id, CommandGraph graph, RecordedGraph<Command> recorded) {}

  Cluster(int nodes) {
    this(chunked(nodes, 1), StepHorizons.USUAL);
  }

  Cluster(int nodes, int chunksPerNode) {
    this(chunked(nodes, chunksPerNode), StepHorizons.USUAL);
  }

  Cluster(CommandOptions options, HorizonPolicy horizons) {
    for (int rank = 0; rank < options.nodes(); rank++) {
      NodeId id = new NodeId(rank);
      RecordedGraph<Command> recorded = new RecordedGraph<>();
      nodes.add(new Node(id, new CommandGraph(id, options, recorded), recorded));
    }
    program = new TaskProgram(horizons, SubmissionWindow.UNBOUNDED, this::generate);
  }

  /** Options with which nodes do not relay what they receive. */
  static CommandOptions chunked(int nodes, int chunksPerNode) {
    return new CommandOptions(nodes, chunksPerNode, new EvenSplitter(), Long.MAX_VALUE);
  }

  private void generate(Task task) {
    stream.add(task);
    nodes.forEach(node -> node.graph().generate(task));
    listener.accept(task);
  }

  /** Sets a listener that is called after each task. */
  void listen(Consumer<Task> each) {
    listener = each;
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

  <C extends Command> List<C> on(int rank, Class<C> type) {
    return commands(rank).stream().filter(type::isInstance).map(type::cast).toList();
  }

  Collection<Command> commands(int rank) {
    return node(rank).recorded().payloads().values();
  }

  <C extends Command> List<C> everywhere(Class<C> type) {
    List<C> all = new ArrayList<>();
    nodes.forEach(node -> all.addAll(on(node.id().rank(), type)));
    return all;
  }

  List<Command.Push> pushes(int rank) {
    return on(rank, Command.Push.class);
  }

  List<Command.AwaitPush> awaits(int rank) {
    return on(rank, Command.AwaitPush.class);
  }

  List<Command.Execution> executions(int rank, TaskId task) {
    return on(rank, Command.Execution.class).stream()
        .filter(execution -> execution.task().id().equals(task))
        .toList();
  }

  List<Command.Push> pushes(int rank, TaskId task, Buffer buffer) {
    TransferId transfer = new TransferId(task, buffer.id());
    return pushes(rank).stream().filter(push -> push.transfer().equals(transfer)).toList();
  }

  /** The elements that a node sends to another one, in all pushes of a task. */
  Region sent(int from, int to, TaskId task, Buffer buffer) {
    Region sent = Region.EMPTY;
    for (Command.Push push : pushes(from, task, buffer)) {
      sent = sent.union(push.targets().getOrDefault(new NodeId(to), Region.EMPTY));
    }
    return sent;
  }

  Region awaited(int rank, TaskId task, Buffer buffer) {
    TransferId transfer = new TransferId(task, buffer.id());
    Region awaited = Region.EMPTY;
    for (Command.AwaitPush await : awaits(rank)) {
      if (await.transfer().equals(transfer)) {
        awaited = awaited.union(await.region());
      }
    }
    return awaited;
  }

  /** Whether a command waits for another, directly or not. */
  boolean follows(int rank, Command later, Command earlier) {
    return reachable(rank, later).contains(earlier.id());
  }

  boolean dependsDirectly(int rank, Command later, Command earlier) {
    return node(rank).recorded().dependenciesOf(later.id()).stream()
        .anyMatch(edge -> edge.on() == earlier.id());
  }

  private Set<Long> reachable(int rank, Command from) {
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>();
    open.add(from.id());
    while (!open.isEmpty()) {
      for (RecordedGraph.Edge edge : node(rank).recorded().dependenciesOf(open.remove())) {
        if (seen.add(edge.on())) {
          open.add(edge.on());
        }
      }
    }
    return seen;
  }
}
