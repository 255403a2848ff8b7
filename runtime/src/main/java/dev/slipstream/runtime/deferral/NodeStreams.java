package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.extension.Extensions;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.instruction.InstructionOptions;
import dev.slipstream.runtime.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.instruction.InstructionOptions.Lookahead;
import dev.slipstream.runtime.instruction.NodeTopology;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.metrics.Metrics;
import dev.slipstream.runtime.picture.GraphFiles;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.StepLanes;
import java.util.List;

/** Makes streams for devices of this process. */
public final class NodeStreams {
  private final Extensions extensions;
  private final Metrics metrics;
  private final GraphFiles graphs;
  private final DeferralSettings settings;
  private final Log log;

  /**
   * @param extensions what is replaced
   * @param metrics count what becomes of loops
   * @param graphs keep pictures of what the streams do
   */
  public NodeStreams(
      Extensions extensions,
      Metrics metrics,
      GraphFiles graphs,
      DeferralSettings settings,
      Log log) {
    this.extensions = extensions;
    this.metrics = metrics;
    this.graphs = graphs;
    this.settings = settings;
    this.log = log;
  }

  /** What gives host memory that devices reach. */
  MemoryStore hostMemory() {
    return extensions.memory();
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
        extensions
            .instructions(1, NodeTopology.of(1, false, bytes), buffer -> 1)
            .with(Contiguity.WHOLE)
            .with(Lookahead.OFF);
    return new NodeStream(
        new NodeOptions(
            instructions,
            extensions.horizons(),
            settings.window(),
            ExecutorOptions.USUAL,
            extensions.trace(),
            graphs.recorders(new NodeId(0)),
            Runtime.getRuntime().maxMemory(),
            elementBytes -> metrics.graphs().stream(List.of(device), elementBytes),
            extensions.commands(1),
            extensions.checkpoints()),
        lanes,
        log);
  }
}
