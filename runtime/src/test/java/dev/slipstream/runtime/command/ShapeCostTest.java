package dev.slipstream.runtime.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.task.Diagnostics;
import dev.slipstream.runtime.task.EpochTask;
import dev.slipstream.runtime.task.StepHorizons;
import dev.slipstream.runtime.task.SubmissionWindow;
import dev.slipstream.runtime.task.Task;
import dev.slipstream.runtime.task.TaskGraph;
import dev.slipstream.runtime.task.TaskId;
import dev.slipstream.runtime.task.WorkTask;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How the graphs behave over many tasks. The times are printed for people, and none is checked:
 * they are of the processor, not of the clock, and the least of several rounds.
 */
class ShapeCostTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int TASKS_IN_A_ROUND = 2_000;
  private static final int LIVE_BOUND = 700;

  /** A program whose horizons are executed at once, and what it leaves. */
  private static final class Run implements SubmissionWindow {
    private final Queue<TaskId> reached = new ArrayDeque<>();
    private final Optional<CommandGraph> commands;
    private final TaskGraph tasks;
    private int mostLive;

    Run(int nodes) {
      commands =
          nodes == 0
              ? Optional.empty()
              : Optional.of(
                  new CommandGraph(
                      new NodeId(0),
                      CommandOptions.of(nodes),
                      Diagnostics.OFF,
                      GraphRecorder.off()));
      tasks =
          new TaskGraph(
              StepHorizons.USUAL, this, Diagnostics.OFF, GraphRecorder.off(), this::submitted);
    }

    private void submitted(Task task) {
      commands.ifPresent(graph -> graph.generate(task));
      if (!(task instanceof WorkTask)) {
        reached.add(task.id());
        commands.ifPresent(graph -> graph.reached(task.id()));
        commands.ifPresent(graph -> mostLive = Math.max(mostLive, graph.live().size()));
      }
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

  private static Run run(Shape shape, int nodes, int tasks) {
    Run run = new Run(nodes);
    shape.submit(run.tasks, Math.max(nodes, 1), tasks);
    run.tasks.addEpoch(EpochTask.Action.SHUTDOWN);
    return run;
  }

  @ParameterizedTest
  @EnumSource
  void liveTasksAndCommandsStayBoundedAtAHundredTimesTheTasks(Shape shape) {
    for (int nodes : new int[] {0, 1, 4}) {
      assertThat(run(shape, nodes, scaled(shape, 100)).mostLive)
          .as("%s on %s nodes", shape, nodes)
          .isLessThanOrEqualTo(LIVE_BOUND);
    }
  }

  /** A tree of many tasks has a power of two of leaves. */
  private static int scaled(Shape shape, int factor) {
    boolean tree = shape == Shape.EXPANDING || shape == Shape.CONTRACTING;
    return tree ? 2 * Integer.highestOneBit(shape.tasks * factor) - 1 : shape.tasks * factor;
  }

  @Test
  void aTaskCostsAboutTheSameHoweverManyThereAre() {
    for (Shape shape : Shape.values()) {
      for (int nodes : new int[] {0, 1, 4, 16}) {
        cost(shape, nodes, shape.tasks);
      }
    }
    StringBuilder table =
        new StringBuilder(
            String.format(
                "%-12s %8s %8s %8s %8s %10s %11s%n",
                "µs per task", "tasks", "1 node", "4 nodes", "16 nodes", "4, × 10", "4, × 100"));
    for (Shape shape : Shape.values()) {
      table.append(String.format(Locale.ROOT, "%-12s", shape));
      for (int nodes : new int[] {0, 1, 4, 16}) {
        table.append(String.format(Locale.ROOT, " %8.2f", cost(shape, nodes, shape.tasks)));
      }
      table.append(String.format(Locale.ROOT, " %10.2f", cost(shape, 4, scaled(shape, 10))));
      table.append(String.format(Locale.ROOT, " %11.2f%n", cost(shape, 4, scaled(shape, 100))));
      int most = run(shape, 4, scaled(shape, 10)).mostLive;
      assertThat(run(shape, 4, scaled(shape, 100)).mostLive)
          .as("what a task may have to look at, for %s", shape)
          .isLessThanOrEqualTo(2 * most);
    }
    System.out.print(table);
  }

  private static double cost(Shape shape, int nodes, int tasks) {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < 8; round++) {
      int programs = Math.max(1, TASKS_IN_A_ROUND / tasks);
      long start = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < programs; i++) {
        run(shape, nodes, tasks);
      }
      double micros = (THREADS.getCurrentThreadCpuTime() - start) / 1e3;
      least = Math.min(least, micros / programs / tasks);
    }
    return least;
  }
}
