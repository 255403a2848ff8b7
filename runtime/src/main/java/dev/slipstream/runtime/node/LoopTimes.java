package dev.slipstream.runtime.node;

import dev.slipstream.runtime.cluster.LoopSize;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.scheduling.KernelTimes;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;

/**
 * Measures on the first node what executions of loops take, whether divided or not: from when the
 * kernel before it was over, or it was submitted, until its own part is over, with all that it has
 * to wait for. Where the program waits for results that other nodes have, that counts too. Used by
 * submitting threads and the executor's.
 */
final class LoopTimes implements KernelTimes.Listener {
  private final BiConsumer<LoopSize, DivisionChoices.Took> listener;
  private final Ticker ticker;
  private final ConcurrentSkipListMap<TaskId, Execution> pending = new ConcurrentSkipListMap<>();

  /**
   * @param listener told of what executions took
   * @param ticker says when something is submitted; the executor's own
   */
  LoopTimes(BiConsumer<LoopSize, DivisionChoices.Took> listener, Ticker ticker) {
    this.listener = listener;
    this.ticker = ticker;
  }

  /** An execution on its way. */
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
   * An execution was submitted.
   *
   * @param share which part of it this node computes; 1 if it is not divided
   * @param isAwaited whether {@link #awaited} will be called
   */
  void submitted(TaskId task, LoopSize size, double share, boolean isAwaited) {
    pending.put(task, new Execution(size, share, isAwaited, ticker.nanoTime()));
  }

  /** The program has got what it waited for of an execution. */
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

  /** The kernel of this node's part is over. */
  void over(TaskId task, long before, long nanos, long end) {
    // What was missed, since it was over before it was known here, is never told of again.
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
