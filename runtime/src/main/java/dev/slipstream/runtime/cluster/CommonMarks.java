package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.Step;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reports a horizon or epoch when all nodes have executed it, so that none of them is further
 * behind the program than the window allows. Thread-safe.
 */
final class CommonMarks implements ExecutionListener<Step> {
  private final ExecutionListener<Step> graphs;
  private final LongConsumer own;
  private final Consumer<ExecutionFailedException> afterFailure;
  private final Deque<Job<Step>> local = new ArrayDeque<>();
  private final long[] others;

  /**
   * @param graphs is notified of common marks, and of failure
   * @param nodes the number of nodes, including this one, which is the first
   * @param own is told of marks that this node, the first of them, has executed
   * @param afterFailure is called after the graphs were notified of a failure
   */
  CommonMarks(
      ExecutionListener<Step> graphs,
      int nodes,
      LongConsumer own,
      Consumer<ExecutionFailedException> afterFailure) {
    this.graphs = graphs;
    this.own = own;
    this.afterFailure = afterFailure;
    others = new long[nodes];
    Arrays.fill(others, -1);
    others[0] = Long.MAX_VALUE;
  }

  @Override
  public synchronized void reached(Job<Step> job) {
    own.accept(number(job));
    local.add(job);
    tell();
  }

  /** Notes that another node has executed a mark. */
  synchronized void reached(int rank, long task) {
    others[rank] = Math.max(others[rank], task);
    tell();
  }

  private void tell() {
    long common = Arrays.stream(others).min().orElse(Long.MAX_VALUE);
    while (!local.isEmpty() && number(local.peek()) <= common) {
      graphs.reached(local.remove());
    }
  }

  /** The number of a mark's task. */
  static long number(Job<Step> job) {
    return job.work().instruction() instanceof Instruction.Mark mark
        ? mark.task().id().number()
        : 0;
  }

  @Override
  public void stuck(String standstill) {
    graphs.stuck(standstill);
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    graphs.failed(failure);
    afterFailure.accept(failure);
  }
}
