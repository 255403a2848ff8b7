package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.List;

/**
 * Creates the commands of one node from the stream of tasks. This is a pure function of the stream,
 * the node and the number of nodes, so that all nodes agree on what is sent without communication.
 * The algorithm is that of Celerity's distributed command graph (described in {@code docs/} and
 * {@code src/command_graph_generator.cc} there). Used by one thread.
 */
public final class CommandGraph {
  private final CommandBuilder builder;
  private final ChunkAssigner assigner;
  private final RelayPlanner relays;
  private final PushPlanner pushes;
  private final ExecutionPlanner executions;

  /**
   * Creates an empty graph.
   *
   * @param local this node
   * @param options how tasks are divided; the same on all nodes
   * @param recorder is notified of all events
   * @throws IllegalArgumentException if this node is not one of the nodes
   */
  public CommandGraph(NodeId local, CommandOptions options, GraphRecorder<Command> recorder) {
    this(new CommandBuilder(local, recorder), options);
  }

  /**
   * Creates a graph that continues from a state. Everything before it counts as executed.
   *
   * @param state the state of this node at a horizon or epoch; the first task must be an epoch of
   *     the same number, followed by the later tasks
   * @param options as before
   * @param recorder is notified of all events
   * @throws IllegalArgumentException if the state is not of one of the nodes
   */
  public CommandGraph(CommandState state, CommandOptions options, GraphRecorder<Command> recorder) {
    this(new CommandBuilder(state, recorder), options);
  }

  private CommandGraph(CommandBuilder builder, CommandOptions options) {
    NodeId local = builder.local();
    if (local.rank() >= options.nodes()) {
      throw new IllegalArgumentException(
          "node " + local + " is not one of " + options.nodes() + " nodes");
    }
    this.builder = builder;
    assigner = new ChunkAssigner(local, options);
    relays = new RelayPlanner(builder, options);
    pushes = new PushPlanner(builder);
    executions = new ExecutionPlanner(builder);
  }

  /**
   * Creates the commands of the next task.
   *
   * @param task the task; the first one is an epoch
   * @return the commands, each after those that it depends on; empty if this node has nothing to do
   */
  public List<Vertex<Command>> generate(Task task) {
    if (task instanceof WorkTask work) {
      generate(work);
    } else if (task instanceof MarkTask mark) {
      builder.addMark(mark.id().number(), mark.isEpoch(), new Command.Mark(builder.nextId(), mark));
    }
    return builder.takeBatch();
  }

  private void generate(WorkTask task) {
    TaskChunks chunks = assigner.assign(task);
    relays.plan(task, chunks);
    pushes.pushes(task, chunks);
    pushes.awaits(task, chunks);
    executions.plan(task, chunks);
    relays.finish(task, chunks);
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
   * Forgets a buffer that no later task uses.
   *
   * @param buffer its identifier
   */
  public void forget(BufferId buffer) {
    builder.forget(buffer);
  }

  /**
   * Returns the state of this node, right after the command of a horizon or epoch was created. It
   * describes the time when all commands before that one are executed, and none after it.
   *
   * @return the state, from which another graph can continue
   * @throws IllegalStateException if the last command is no horizon or epoch
   */
  public CommandState state() {
    builder.epoch();
    List<Vertex<Command>> live = builder.vertices();
    Command last = live.get(live.size() - 1).payload();
    if (last instanceof Command.Mark mark) {
      return new CommandState(builder.local(), mark.task().id(), last.id(), builder.versions());
    }
    throw new IllegalStateException("a state is that of a horizon or epoch, not of " + last);
  }

  /**
   * Returns all commands that are not pruned, with their dependencies.
   *
   * @return the vertices, from the oldest to the newest
   */
  public List<Vertex<Command>> live() {
    return builder.vertices();
  }

  /**
   * Returns how many boxes of different last writers or freshness a buffer has on this node.
   *
   * @param buffer the buffer
   * @return the number
   */
  public int lastWriterEntries(Buffer buffer) {
    return builder.state(buffer).entries();
  }
}
