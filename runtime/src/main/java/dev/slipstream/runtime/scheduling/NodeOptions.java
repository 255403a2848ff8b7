package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.checkpoint.CheckpointStore;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.task.HorizonPolicy;
import dev.slipstream.runtime.observation.GraphRecorders;
import dev.slipstream.runtime.observation.Metrics;
import dev.slipstream.runtime.observation.StreamMeters;
import java.util.List;

/**
 * How a node of a run works.
 *
 * @param instructions its devices and how chunks are divided among them
 * @param horizons when a horizon is due
 * @param mostOutstanding how many horizons may be pending before the submitting thread waits, at
 *     least 2
 * @param executor sizes and times of the executor
 * @param trace hears what becomes of each job
 * @param recorders hear what happens in the graphs
 * @param heapBytes the most bytes that the heap can have; pending loops hold a part of it
 * @param meters count what becomes of the stream
 * @param commands how tasks are divided among nodes
 * @param checkpoints keeps what would be needed to go on from a horizon
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
    CheckpointStore checkpoints) {
  /** How many horizons may be pending at least. */
  public static final int LEAST_OUTSTANDING = 2;

  /**
   * Creates options without pictures, whose counts nobody reads.
   *
   * @param instructions its devices and how chunks are divided among them
   * @param horizons when a horizon is due
   * @param mostOutstanding how many horizons may be pending before the submitting thread waits
   * @param executor sizes and times of the executor
   * @param trace hears what becomes of each job
   * @throws IllegalArgumentException if the graphs are for different numbers of nodes, or there are
   *     too few horizons to go on with
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
        CheckpointStore.OFF);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the graphs are for different numbers of nodes, or there are
   *     too few horizons to go on with
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
  }
}
