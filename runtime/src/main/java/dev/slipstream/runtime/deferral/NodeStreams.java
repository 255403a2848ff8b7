package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.instruction.InstructionOptions;
import dev.slipstream.runtime.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.instruction.InstructionOptions.Lookahead;
import dev.slipstream.runtime.instruction.NodeTopology;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.metrics.Metrics;
import dev.slipstream.runtime.picture.GraphFiles;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.task.StepHorizons;
import java.util.List;

/** Makes streams for devices of this process. */
public final class NodeStreams {
  private final Metrics metrics;
  private final GraphFiles graphs;
  private final DeferralSettings settings;
  private final Log log;

  /**
   * @param metrics count what becomes of loops
   * @param graphs keep pictures of what the streams do
   */
  public NodeStreams(Metrics metrics, GraphFiles graphs, DeferralSettings settings, Log log) {
    this.metrics = metrics;
    this.graphs = graphs;
    this.settings = settings;
    this.log = log;
  }

  /**
   * Opens a stream. Buffers are allocated as a whole, so that nothing has to wait for what comes
   * after it.
   *
   * @param device what messages call the device
   * @param bytes how many bytes of the device may be allocated at a time
   */
  NodeStream open(String device, StepLanes lanes, long bytes) {
    InstructionOptions instructions =
        InstructionOptions.of(1, NodeTopology.of(1, false, bytes), buffer -> 1)
            .with(Contiguity.WHOLE)
            .with(Lookahead.OFF);
    return new NodeStream(
        new NodeOptions(
            instructions,
            StepHorizons.USUAL,
            settings.window(),
            ExecutorOptions.USUAL,
            TraceSink.OFF,
            graphs.recorders(new NodeId(0)),
            Runtime.getRuntime().maxMemory(),
            elementBytes -> metrics.graphs().stream(List.of(device), elementBytes)),
        lanes,
        log);
  }
}
