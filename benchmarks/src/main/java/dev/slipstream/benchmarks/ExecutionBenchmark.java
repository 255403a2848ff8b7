package dev.slipstream.benchmarks;

import dev.slipstream.runtime.execution.Completion;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Executor;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.OutOfOrderEngine;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.execution.TraceSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of an empty job, from its submission to its completion. In the engine alone, on one
 * thread, at most {@value #WINDOW} jobs are open. Through the executor, the benchmark waits for an
 * epoch after each {@value #JOBS} jobs. All times are for one job.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ExecutionBenchmark implements ExecutionListener<String> {
  private static final int JOBS = 1000;
  private static final int WINDOW = 100;
  private static final String WORK = "work";
  private static final LaneGroup COMPUTE = LaneGroup.of("compute", 4, 16);
  private static final LaneGroup HOST = LaneGroup.of("host", 1, 1);
  private static final JobPlacement ON_COMPUTE = JobPlacement.on(COMPUTE);
  private static final JobPlacement ON_HOST = JobPlacement.on(HOST);

  private final OutOfOrderEngine<String> engine = new OutOfOrderEngine<>(List.of(COMPUTE));
  private final Deque<JobId> issued = new ArrayDeque<>();
  private Executor<String> executor;
  private long engineJobs;
  private long executorJobs;

  /** Starts an executor. */
  @Setup(Level.Trial)
  public void start() {
    executor =
        Executor.start(
            new Lanes<>(
                new InlineWork<>(job -> {}), Map.of(HOST, new HostLanes<>(HOST, job -> {}))),
            ExecutorOptions.USUAL,
            this,
            TraceSink.OFF,
            Ticker.SYSTEM);
  }

  /** Ends the executor. */
  @TearDown(Level.Trial)
  public void stop() {
    executor.close();
  }

  /** Jobs that do not depend on each other. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public void engineIndependent() {
    for (int i = 0; i < JOBS; i++) {
      submit(List.of());
    }
    completeAll(0);
  }

  /** Each job depends on the one before, so all are issued eagerly to one lane. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public void engineChain() {
    for (int i = 0; i < JOBS; i++) {
      submit(List.of(new JobId(engineJobs - 1)));
    }
    completeAll(0);
  }

  /** Rows of eight jobs; each job depends on three of the row before. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public void engineStencil() {
    for (int i = 0; i < JOBS; i++) {
      long above = engineJobs - 8;
      List<JobId> three = new ArrayList<>(3);
      for (long id = Math.max(0, above - 1); id <= above + 1; id++) {
        three.add(new JobId(id));
      }
      submit(three);
    }
    completeAll(0);
  }

  private void submit(List<JobId> predecessors) {
    JobId id = new JobId(engineJobs++);
    engine.submit(new Job<>(id, JobKind.KERNEL, predecessors, ON_COMPUTE, WORK));
    issueAll();
    if (engine.openJobs() >= WINDOW) {
      completeAll(WINDOW / 2);
    }
  }

  private void issueAll() {
    while (true) {
      Optional<Job<String>> next = engine.nextToIssue();
      if (next.isEmpty()) {
        return;
      }
      issued.addLast(next.get().id());
    }
  }

  private void completeAll(int but) {
    while (engine.openJobs() > but) {
      engine.completed(issued.removeFirst());
      issueAll();
    }
  }

  /** A chain of jobs that the executor thread runs itself. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public void executorChainWithoutLane() {
    chain(JobPlacement.NO_LANE);
  }

  /** A chain of jobs on a thread of its own. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public void executorChainOnHostLane() {
    chain(ON_HOST);
  }

  private void chain(JobPlacement placement) {
    List<JobId> before = List.of();
    for (int i = 1; i < JOBS; i++) {
      JobId id = new JobId(executorJobs++);
      executor.submit(new Job<>(id, JobKind.KERNEL, before, placement, WORK));
      before = List.of(id);
    }
    epoch(before).await();
  }

  /**
   * Submits one epoch and waits for it: to the executor thread and back.
   *
   * @return its completion
   */
  @Benchmark
  public Completion executorRoundTrip() {
    Completion completion = epoch(List.of());
    completion.await();
    return completion;
  }

  private Completion epoch(List<JobId> before) {
    JobId id = new JobId(executorJobs++);
    return executor.submitAwaited(new Job<>(id, JobKind.EPOCH, before, JobPlacement.NO_LANE, WORK));
  }

  @Override
  public void reached(Job<String> job) {
    // Nothing to do: the benchmark waits for the completion.
  }

  @Override
  public void stuck(String standstill) {
    throw new IllegalStateException(standstill);
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    // Nothing to do: the waiting thread gets the failure.
  }
}
