package dev.slipstream.runtime.node;

import dev.slipstream.runtime.cluster.LoopSize;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.scheduling.KernelTimes;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;

/**
 * Measures on the first node how long executions of loops take, divided or not. An execution lasts
 * from when the kernel before it was over, or it was submitted, until its own part is over,
 * including everything that it waits for. If the program waits for results of other nodes, that
 * counts too. Used by submitting threads and the executor's.
 */
final class LoopTimes implements KernelTimes.Listener {
  private final BiConsumer<LoopSize, DivisionChoices.Took> listener;
  private final Ticker ticker;
  private final ConcurrentSkipListMap<TaskId, Execution> pending = new ConcurrentSkipListMap<>();

  /**
   * @param listener receives the measurements
   * @param ticker the executor's clock, which also times submissions
   */
  LoopTimes(BiConsumer<LoopSize, DivisionChoices.Took> listener, Ticker ticker) {
    this.listener = listener;
    this.ticker = ticker;
  }

  /** An execution in progress. */
  private static final class Execution {
    private final LoopSize size;
    private final double share;
    private final boolean isAwaited;
    private final long submitted;
    private long began;
    private long kernelNanos = -1;
    private long awaitedUntil;
    private volatile boolean wasAwaited;

    Execution(LoopSize size, double share, boolean isAwaited, long submitted) {
      this.size = size;
      this.share = share;
      this.isAwaited = isAwaited;
      this.submitted = submitted;
    }
  }

  /**
   * Notes that an execution was submitted.
   *
   * @param share the fraction of it that this node computes; 1 if it is not divided
   * @param isAwaited whether {@link #awaited} will be called
   */
  void submitted(TaskId task, LoopSize size, double share, boolean isAwaited) {
    pending.put(task, new Execution(size, share, isAwaited, ticker.nanoTime()));
  }

  /** Notes that the program has received the results of an execution for which it waited. */
  void awaited(TaskId task) {
    Execution execution = pending.get(task);
    if (execution != null) {
      synchronized (execution) {
        execution.awaitedUntil = ticker.nanoTime();
        execution.wasAwaited = true;
        if (execution.kernelNanos >= 0) {
          took(task, execution, execution.awaitedUntil);
        }
      }
    }
  }

  private void took(TaskId task, Execution execution, long end) {
    pending.remove(task);
    listener.accept(
        execution.size,
        new DivisionChoices.Took(
            Math.max(0, end - execution.began), execution.kernelNanos, execution.share));
  }

  @Override
  public void over(LoopTask loop, long before, long nanos, long end) {
    over(loop.id(), before, nanos, end);
  }

  /** Notes that the kernel of this node's part is over. */
  void over(TaskId task, long before, long nanos, long end) {
    // Drops older executions: if one was over before it was added here, its end is never reported
    // again.
    pending.headMap(task).values().removeIf(older -> !older.isAwaited || older.wasAwaited);
    Execution execution = pending.get(task);
    if (execution != null) {
      synchronized (execution) {
        execution.began = Math.max(execution.submitted, before);
        execution.kernelNanos = nanos;
        if (!execution.isAwaited || execution.wasAwaited) {
          took(task, execution, execution.isAwaited ? execution.awaitedUntil : end);
        }
      }
    }
  }
}
