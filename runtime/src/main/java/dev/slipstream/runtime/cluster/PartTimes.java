package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.scheduling.KernelTimes;

/**
 * For how long a node has computed its parts of divided loops. Belongs to the executor's thread.
 */
final class PartTimes implements KernelTimes.Listener {
  private long computed;

  @Override
  public void over(LoopTask loop, long before, long nanos, long end) {
    if (!loop.chunks().isEmpty()) {
      computed += nanos;
    }
  }

  /** The time in all, in nanoseconds. */
  long computed() {
    return computed;
  }
}
