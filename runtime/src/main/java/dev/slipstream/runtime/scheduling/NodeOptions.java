package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.checkpoint.CheckpointStore;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.task.HorizonPolicy;
import dev.slipstream.runtime.observation.GraphRecorders;
import dev.slipstream.runtime.observation.Metrics;
import dev.slipstream.runtime.observation.StreamMeters;
import java.util.List;

/**
 * The options of one node of a run.
 *
 * @param instructions its devices and how chunks are divided among them
 * @param horizons when a horizon is due
 * @param mostOutstanding how many horizons may be pending before the submitting thread waits, at
 *     least 2
 * @param executor sizes and times of the executor
 * @param trace is notified of the progress of each job
 * @param recorders record the graphs
 * @param heapBytes the maximum size of the heap; pending loops hold a part of it
 * @param meters measure the stream
 * @param commands how tasks are divided among nodes
 * @param checkpoints keeps what is needed to continue from a horizon
 * @param manySteps after how many steps in a row a thread of its own makes commands and
 *     instructions, so that the submitting thread need not; a task has two or three steps
 */
public record NodeOptions(
    InstructionOptions instructions,
    HorizonPolicy horizons,
    int mostOutstanding,
    ExecutorOptions executor,
    TraceSink trace,
    GraphRecorders recorders,
    long heapBytes,
    StreamMeters meters,
    CommandOptions commands,
    CheckpointStore checkpoints,
    int manySteps) {
  /** The smallest number of pending horizons. */
  public static final int LEAST_OUTSTANDING = 2;

  /**
   * Creates options without recorded graphs and with meters that no code reads. On a single node a
   * thread of its own makes commands and instructions from the first task on.
   *
   * @param instructions its devices and how chunks are divided among them
   * @param horizons when a horizon is due
   * @param mostOutstanding how many horizons may be pending before the submitting thread waits
   * @param executor sizes and times of the executor
   * @param trace is notified of the progress of each job
   * @throws IllegalArgumentException if the graphs are for different numbers of nodes, or there are
   *     too few horizons to continue
   */
  public NodeOptions(
      InstructionOptions instructions,
      HorizonPolicy horizons,
      int mostOutstanding,
      ExecutorOptions executor,
      TraceSink trace) {
    this(
        instructions,
        horizons,
        mostOutstanding,
        executor,
        trace,
        GraphRecorders.OFF,
        Runtime.getRuntime().maxMemory(),
        new Metrics().graphs().stream(List.of()),
        CommandOptions.of(instructions.nodes()),
        CheckpointStore.OFF,
        instructions.nodes() == 1 ? 0 : OrderedSteps.NEVER);
  }

  /** Returns these options with another number of steps. */
  public NodeOptions withManySteps(int many) {
    return new NodeOptions(
        instructions,
        horizons,
        mostOutstanding,
        executor,
        trace,
        recorders,
        heapBytes,
        meters,
        commands,
        checkpoints,
        many);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the graphs are for different numbers of nodes, there are
   *     too few horizons to continue, or one of several nodes has a thread for commands
   */
  public NodeOptions {
    if (instructions.nodes() != commands.nodes() || mostOutstanding < LEAST_OUTSTANDING) {
      throw new IllegalArgumentException(
          "as many nodes in both graphs and at least 2 outstanding horizons are needed, not "
              + commands.nodes()
              + " and "
              + instructions.nodes()
              + " nodes with "
              + mostOutstanding);
    }
    if (instructions.nodes() > 1 && manySteps != OrderedSteps.NEVER) {
      throw new IllegalArgumentException(
          "the submitting thread tells other nodes what it plans, so it has to make the commands");
    }
  }
}
