package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An executor with two groups of host lanes, and the events that its listener has received. */
final class Run implements ExecutionListener<TestWork>, AutoCloseable {
  static final LaneGroup HOST = LaneGroup.of("host", 2, 1);
  static final LaneGroup QUEUE = LaneGroup.of("queue", 1, 100);

  final ManualTicker ticker = new ManualTicker();
  final BlockingQueue<String> reached = new LinkedBlockingQueue<>();
  final BlockingQueue<String> standstills = new LinkedBlockingQueue<>();
  final BlockingQueue<ExecutionFailedException> failures = new LinkedBlockingQueue<>();
  final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  final Executor<TestWork> executor;
  private long nextId;

  Run() {
    this(ExecutorOptions.USUAL, TraceSink.OFF);
  }

  Run(ExecutorOptions options, TraceSink trace) {
    this(options, trace, new InlineWork<>(TestWork::run));
  }

  Run(ExecutorOptions options, TraceSink trace, LaneBackend<TestWork> withoutLane) {
    Map<LaneGroup, LaneBackend<TestWork>> groups = new HashMap<>();
    groups.put(HOST, new HostLanes<>(HOST, this::work));
    groups.put(QUEUE, new HostLanes<>(QUEUE, this::work));
    executor = Executor.start(new Lanes<>(withoutLane, groups), options, this, trace, ticker);
  }

  private void work(Job<TestWork> job) throws Exception {
    if (!threads.contains(Thread.currentThread())) {
      threads.add(Thread.currentThread());
    }
    TestWork.run(job);
  }

  Job<TestWork> job(JobKind kind, JobPlacement placement, TestWork work, JobId... predecessors) {
    return new Job<>(new JobId(nextId++), kind, List.of(predecessors), placement, work);
  }

  JobId task(String name, TestWork.Step step, JobId... predecessors) {
    return submit(JobKind.HOST_TASK, JobPlacement.on(HOST), new TestWork(name, step), predecessors);
  }

  JobId queued(String name, TestWork.Step step, JobId... predecessors) {
    return submit(JobKind.KERNEL, JobPlacement.on(QUEUE), new TestWork(name, step), predecessors);
  }

  JobId submit(JobKind kind, JobPlacement placement, TestWork work, JobId... predecessors) {
    Job<TestWork> job = job(kind, placement, work, predecessors);
    executor.submit(job);
    return job.id();
  }

  Completion epoch(String name, JobId... predecessors) {
    return awaited(JobKind.EPOCH, TestWork.nothing(name), predecessors);
  }

  Completion fence(String name, JobId... predecessors) {
    return awaited(JobKind.FENCE, TestWork.nothing(name), predecessors);
  }

  /** Submits a job without work, to wait for everything before it. */
  Completion mark(String name, JobId... predecessors) {
    return executor.submitMark(
        job(JobKind.FENCE, JobPlacement.NO_LANE, TestWork.nothing(name), predecessors));
  }

  Completion awaited(JobKind kind, TestWork work, JobId... predecessors) {
    return executor.submitAwaited(job(kind, JobPlacement.NO_LANE, work, predecessors));
  }

  /** Waits until all threads that ran jobs on lanes have ended. */
  void joinLanes() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Waits until a thread sleeps, which it only does while it waits for the executor. */
  static void awaitParked(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(thread.getState()).isNotEqualTo(Thread.State.TERMINATED);
      Thread.sleep(1);
    }
  }

  @Override
  public void reached(Job<TestWork> job) {
    reached.add(job.work().name());
  }

  @Override
  public void stuck(String standstill) {
    standstills.add(standstill);
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    failures.add(failure);
  }

  @Override
  public void close() {
    executor.close();
  }
}
