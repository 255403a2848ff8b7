package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.Shape;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how many vertices of the graphs are live over many tasks, on every level. */
class LiveNodesTest {
  private static final int LIVE_BOUND = 700;
  private static final int HELD_BOUND = 10_000;

  /** The last graph that is built, and the machine for it. */
  private enum Level {
    TASKS(0, 0),
    ONE_NODE(1, 0),
    FOUR_NODES(4, 0),
    SIXTEEN_NODES(16, 0),
    ONE_DEVICE(1, 1),
    FOUR_DEVICES(1, 4),
    TWO_BY_FOUR(2, 4);

    final int nodes;
    final int devices;

    Level(int nodes, int devices) {
      this.nodes = nodes;
      this.devices = devices;
    }
  }

  /**
   * A program whose horizons are executed as soon as they are created, with the sizes of its
   * graphs.
   */
  private static final class Run implements SubmissionWindow {
    private final Queue<TaskId> reached = new ArrayDeque<>();
    private final Optional<CommandGraph> commands;
    private final Optional<InstructionGraph> instructions;
    private final TaskGraph tasks;
    private int mostLive;

    Run(Level level) {
      NodeId local = new NodeId(0);
      commands =
          level.nodes == 0
              ? Optional.empty()
              : Optional.of(
                  new CommandGraph(local, CommandOptions.of(level.nodes), GraphRecorder.off()));
      instructions =
          level.devices == 0
              ? Optional.empty()
              : Optional.of(
                  new InstructionGraph(
                      local,
                      InstructionOptions.of(level.nodes, NodeTopology.of(level.devices, true)),
                      GraphRecorder.off(),
                      pilot -> {}));
      tasks = new TaskGraph(StepHorizons.USUAL, this, GraphRecorder.off(), this::submitted);
    }

    private void submitted(Task task) {
      if (commands.isPresent()) {
        for (Vertex<Command> command : commands.get().generate(task)) {
          instructions.ifPresent(graph -> execute(graph.generate(command)));
        }
      }
      if (instructions.isEmpty() && !(task instanceof WorkTask)) {
        reached(task.id());
      }
    }

    private void execute(List<Vertex<Instruction>> batch) {
      for (Vertex<Instruction> vertex : batch) {
        Instruction instruction = vertex.payload();
        if (instruction instanceof Instruction.Mark mark) {
          reached(mark.task().id());
        }
      }
    }

    private void reached(TaskId task) {
      commands.ifPresent(graph -> mostLive = Math.max(mostLive, graph.live().size()));
      instructions.ifPresent(graph -> mostLive = Math.max(mostLive, graph.live().size()));
      reached.add(task);
      commands.ifPresent(graph -> graph.reached(task));
      instructions.ifPresent(graph -> graph.reached(task));
    }

    @Override
    public boolean isFull(Fill fill) {
      mostLive = Math.max(mostLive, fill.liveTasks());
      return false;
    }

    @Override
    public Optional<TaskId> nextReached() {
      return Optional.ofNullable(reached.poll());
    }

    @Override
    public TaskId awaitReached(Fill fill) {
      throw new IllegalStateException("this window is never full: " + fill);
    }
  }

  private static Run run(Shape shape, Level level, int tasks) {
    Run run = new Run(level);
    shape.submit(run.tasks, Math.max(level.nodes, 1), tasks);
    run.tasks.addEpoch(MarkTask.Kind.SHUTDOWN);
    return run;
  }

  /** A tree of many tasks has a power of two of leaves. */
  private static int scaled(Shape shape, int factor) {
    boolean tree = shape == Shape.EXPANDING || shape == Shape.CONTRACTING;
    return tree && factor > 1
        ? 2 * Integer.highestOneBit(shape.tasks * factor) - 1
        : shape.tasks * factor;
  }

  @ParameterizedTest
  @EnumSource
  void liveNodesStayBoundedAtAHundredTimesTheTasks(Shape shape) {
    for (Level level : Level.values()) {
      int few = run(shape, level, scaled(shape, 10)).mostLive;
      int many = run(shape, level, scaled(shape, 100)).mostLive;
      if (level.devices == 0) {
        assertThat(many).as("%s, %s", shape, level).isLessThanOrEqualTo(LIVE_BOUND);
      }
      // Commands that keep needing more memory are held back for a while.
      assertThat(many)
          .as("what a task may have to read, for %s, %s", shape, level)
          .isLessThanOrEqualTo(level.devices == 0 ? 2 * few : Math.max(2 * few, HELD_BOUND));
    }
  }
}
