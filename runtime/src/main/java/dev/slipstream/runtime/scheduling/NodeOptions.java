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
 * How the one node of a run works.
 *
 * @param instructions its devices and how chunks are divided among them; of one node
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
  /**
   * Creates options without pictures, whose counts nobody reads.
   *
   * @param instructions its devices and how chunks are divided among them; of one node
   * @param horizons when a horizon is due
   * @param mostOutstanding how many horizons may be pending before the submitting thread waits
   * @param executor sizes and times of the executor
   * @param trace hears what becomes of each job
   * @throws IllegalArgumentException if there are several nodes, or too few horizons to go on with
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
        CommandOptions.of(1),
        CheckpointStore.OFF);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there are several nodes, or too few horizons to go on with
   */
  public NodeOptions {
    if (instructions.nodes() != 1 || mostOutstanding < 2) {
      throw new IllegalArgumentException(
          "one node with at least 2 outstanding horizons is needed, not "
              + instructions.nodes()
              + " with "
              + mostOutstanding);
    }
  }
}
