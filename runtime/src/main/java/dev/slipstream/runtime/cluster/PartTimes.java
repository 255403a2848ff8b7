package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.scheduling.KernelTimes;

/**
 * Measures how long a node has computed its parts of divided loops. Used by the executor's thread
 * alone.
 */
final class PartTimes implements KernelTimes.Listener {
  private long computed;

  @Override
  public void over(LoopTask loop, long before, long nanos, long end) {
    if (!loop.chunks().isEmpty()) {
      computed += nanos;
    }
  }

  /** The total time, in nanoseconds. */
  long computed() {
    return computed;
  }
}
