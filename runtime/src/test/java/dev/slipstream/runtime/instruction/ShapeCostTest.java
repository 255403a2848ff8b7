package dev.slipstream.runtime.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.command.Command;
import dev.slipstream.runtime.command.CommandGraph;
import dev.slipstream.runtime.command.CommandOptions;
import dev.slipstream.runtime.command.Shape;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.task.Diagnostics;
import dev.slipstream.runtime.task.EpochTask;
import dev.slipstream.runtime.task.StepHorizons;
import dev.slipstream.runtime.task.SubmissionWindow;
import dev.slipstream.runtime.task.Task;
import dev.slipstream.runtime.task.TaskGraph;
import dev.slipstream.runtime.task.TaskId;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How the graphs behave down to the instructions over many tasks. The times are printed for people,
 * and none is checked: they are of the processor, not of the clock, and the least of several
 * rounds.
 */
class ShapeCostTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int TASKS_IN_A_ROUND = 1_000;
  private static final int[][] SIZES = {{1, 1}, {1, 4}, {2, 4}};

  /** A program whose horizons are executed as soon as they are made, and what it leaves. */
  private static final class Run implements SubmissionWindow {
    private final Queue<TaskId> reached = new ArrayDeque<>();
    private final CommandGraph commands;
    private final InstructionGraph instructions;
    private final TaskGraph tasks;
    private int mostLive;

    Run(int nodes, int devices) {
      NodeId local = new NodeId(0);
      commands =
          new CommandGraph(local, CommandOptions.of(nodes), Diagnostics.OFF, GraphRecorder.off());
      instructions =
          new InstructionGraph(
              local,
              InstructionOptions.of(nodes, NodeTopology.of(devices, true), buffer -> 4),
              GraphRecorder.off(),
              pilot -> {});
      tasks =
          new TaskGraph(
              StepHorizons.USUAL, this, Diagnostics.OFF, GraphRecorder.off(), this::submitted);
    }

    private void submitted(Task task) {
      for (Vertex<Command> command : commands.generate(task)) {
        execute(instructions.generate(command));
      }
    }

    private void execute(List<Vertex<Instruction>> batch) {
      for (Vertex<Instruction> vertex : batch) {
        Instruction instruction = vertex.payload();
        if (instruction instanceof Instruction.Horizon horizon) {
          reached(horizon.task().id());
        } else if (instruction instanceof Instruction.Epoch epoch) {
          reached(epoch.task().id());
        }
      }
    }

    private void reached(TaskId task) {
      mostLive = Math.max(mostLive, instructions.live().size());
      reached.add(task);
      commands.reached(task);
      instructions.reached(task);
    }

    @Override
    public boolean isFull(Fill fill) {
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

  private static Run run(Shape shape, int[] size, int tasks) {
    Run run = new Run(size[0], size[1]);
    shape.submit(run.tasks, size[0], tasks);
    run.tasks.addEpoch(EpochTask.Action.SHUTDOWN);
    return run;
  }

  private static int scaled(Shape shape, int factor) {
    boolean tree = shape == Shape.EXPANDING || shape == Shape.CONTRACTING;
    return tree ? 2 * Integer.highestOneBit(shape.tasks * factor) - 1 : shape.tasks * factor;
  }

  @ParameterizedTest
  @EnumSource(names = {"CHAIN", "WAVE_SIM", "JACOBI"})
  void liveInstructionsStayBoundedAtAHundredTimesTheTasks(Shape shape) {
    for (int[] size : SIZES) {
      int few = run(shape, size, 3 * shape.tasks).mostLive;
      assertThat(run(shape, size, 100 * shape.tasks).mostLive)
          .as("%s on %s × %s", shape, size[0], size[1])
          .isLessThanOrEqualTo(few + 50);
    }
  }

  @Test
  void theCostOfATaskIsPrinted() {
    for (Shape shape : Shape.values()) {
      for (int[] size : SIZES) {
        cost(shape, size, shape.tasks);
      }
    }
    StringBuilder table =
        new StringBuilder(
            String.format(
                "%-12s %8s %8s %8s %12s %12s%n",
                "µs per task", "1 × 1", "1 × 4", "2 × 4", "1 × 1, × 10", "1 × 4, × 10"));
    for (Shape shape : Shape.values()) {
      table.append(String.format(Locale.ROOT, "%-12s", shape));
      for (int[] size : SIZES) {
        table.append(String.format(Locale.ROOT, " %8.2f", cost(shape, size, shape.tasks)));
      }
      int more = scaled(shape, 10);
      table.append(String.format(Locale.ROOT, " %12.2f", cost(shape, SIZES[0], more)));
      table.append(String.format(Locale.ROOT, " %12.2f%n", cost(shape, SIZES[1], more)));
    }
    System.out.print(table);
    assertThat(table.toString().lines()).hasSize(1 + Shape.values().length);
  }

  private static double cost(Shape shape, int[] size, int tasks) {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < 8; round++) {
      int programs = Math.max(1, TASKS_IN_A_ROUND / tasks);
      long start = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < programs; i++) {
        run(shape, size, tasks);
      }
      double micros = (THREADS.getCurrentThreadCpuTime() - start) / 1e3;
      least = Math.min(least, micros / programs / tasks);
    }
    return least;
  }
}
