package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.instruction.InstructionOptions;
import dev.slipstream.runtime.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.instruction.InstructionOptions.Lookahead;
import dev.slipstream.runtime.instruction.NodeTopology;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.task.StepHorizons;

/** Streams for one device in this process. */
final class NodeStreams {
  private NodeStreams() {}

  /**
   * Opens a stream. Buffers are allocated as a whole, so that nothing has to wait for what comes
   * after it.
   *
   * @param bytes how many bytes of the device may be allocated at a time
   * @param window how many horizons may be pending
   */
  static NodeStream open(StepLanes lanes, long bytes, int window, Log log) {
    InstructionOptions instructions =
        InstructionOptions.of(1, NodeTopology.of(1, false, bytes), buffer -> 1)
            .with(Contiguity.WHOLE)
            .with(Lookahead.OFF);
    return new NodeStream(
        new NodeOptions(
            instructions, StepHorizons.USUAL, window, ExecutorOptions.USUAL, TraceSink.OFF),
        lanes,
        log);
  }
}
