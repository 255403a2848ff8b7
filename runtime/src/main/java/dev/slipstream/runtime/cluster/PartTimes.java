package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.Step;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long a node has computed its parts of divided loops: from when the kernel before was
 * over, or this one was given to the device. Belongs to the executor's thread.
 */
public final class PartTimes implements TraceSink {
  private final Map<JobId, Long> issued = new HashMap<>();
  private long lastKernel = Long.MIN_VALUE;
  private long computed;

  @Override
  public void issued(Job<?> job, long nanos) {
    if (isKernel(job)) {
      issued.put(job.id(), nanos);
    }
  }

  @Override
  public void completed(Job<?> job, long nanos) {
    if (!isKernel(job)) {
      return;
    }
    Long since = issued.remove(job.id());
    if (since != null && isDivided(job)) {
      computed += Math.max(0, nanos - Math.max(since, lastKernel));
    }
    lastKernel = Math.max(lastKernel, nanos);
  }

  private static boolean isKernel(Job<?> job) {
    return job.work() instanceof Step step && step.instruction() instanceof Instruction.Kernel;
  }

  private static boolean isDivided(Job<?> job) {
    return job.work() instanceof Step step
        && step.instruction() instanceof Instruction.Kernel kernel
        && !kernel.task().chunks().isEmpty();
  }

  /** The time in all, in nanoseconds. */
  long computed() {
    return computed;
  }
}
