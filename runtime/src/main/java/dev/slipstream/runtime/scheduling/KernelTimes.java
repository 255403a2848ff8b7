package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.LoopTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures for how long the kernels of a device run. Each is measured from the completion of the
 * one before, or from when it was given to the device if that was later. Used by the executor's
 * thread.
 */
public final class KernelTimes implements TraceSink {
  /** Is notified of completed kernels on the executor's thread. */
  public interface Listener {
    /**
     * A kernel is complete.
     *
     * @param before when the one before it was complete
     * @param nanos how long it has run
     * @param end when it was complete
     */
    void over(LoopTask loop, long before, long nanos, long end);
  }

  private final List<Listener> listeners;
  private final Map<JobId, Long> issued = new HashMap<>();
  private long last = Long.MIN_VALUE;

  /** Creates a sink that notifies these listeners. */
  public KernelTimes(List<Listener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public boolean isOn() {
    return !listeners.isEmpty();
  }

  @Override
  public void issued(Job<?> job, long nanos) {
    if (job.work() instanceof Step step && step.instruction() instanceof Instruction.Kernel) {
      issued.put(job.id(), nanos);
    }
  }

  @Override
  public void completed(Job<?> job, long nanos) {
    Long since = issued.remove(job.id());
    if (since != null
        && job.work() instanceof Step step
        && step.instruction() instanceof Instruction.Kernel kernel) {
      long ran = Math.max(0, nanos - Math.max(since, last));
      for (Listener listener : listeners) {
        listener.over(kernel.task(), last, ran, nanos);
      }
      last = Math.max(last, nanos);
    }
  }
}
