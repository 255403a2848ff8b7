package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ExecutorFailureTest {
  private final CountDownLatch deaf = new CountDownLatch(1);
  private final IOException lost = new IOException("the device was lost");

  @Test
  void aFailedJobEndsTheRunWithItsCauseAndAllWhoWaitGetIt() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Run run = new Run();
    JobId failing =
        run.queued(
            "Heat.step:42",
            () -> {
              gate.await();
              throw lost;
            });
    Completion fence = run.fence("fence", failing);
    Completion epoch = run.epoch("epoch", failing);
    List<CompletableFuture<Throwable>> waiters =
        List.of(waiter(fence), waiter(fence), waiter(epoch));
    gate.countDown();
    for (CompletableFuture<Throwable> waiter : waiters) {
      assertThat(waiter.get())
          .isInstanceOf(ExecutionFailedException.class)
          .hasMessageContaining("kernel J0 (Heat.step:42) failed on lane queue")
          .hasMessageContaining("the device was lost")
          .hasCause(lost);
    }
    run.executor.terminated().await();
    run.joinLanes();
    assertThat(run.failures).hasSize(1);
    assertThat(run.executor.failure()).get().extracting(Throwable::getCause).isEqualTo(lost);
    assertThat(run.reached).isEmpty();
    assertThatThrownBy(() -> run.task("late", () -> {})).hasCause(lost);
    assertThatThrownBy(() -> run.epoch("late")).hasCause(lost);
    assertThatThrownBy(epoch::await).hasCause(lost);
    run.close();
  }

  @Test
  void whatIsQueuedBehindAFailedJobDoesNotRun() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicBoolean ran = new AtomicBoolean();
    CountDownLatch issued = new CountDownLatch(2);
    Run run = new Run(ExecutorOptions.USUAL, onIssue(issued));
    JobId failing =
        run.queued(
            "failing",
            () -> {
              gate.await();
              throw lost;
            });
    JobId behind = run.queued("behind", () -> ran.set(true), failing);
    Completion end = run.epoch("end", behind);
    issued.await();
    gate.countDown();
    assertThatThrownBy(end::await).hasMessageContaining("J0 (failing)").hasCause(lost);
    run.joinLanes();
    assertThat(ran).isFalse();
  }

  @Test
  void whatRunsBesideAFailedJobGetsTimeToEndBeforeAnybodyIsTold() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Run run = new Run();
    run.queued(
        "long",
        () -> {
          running.countDown();
          awaitDeaf(gate);
          ended.set(true);
        });
    running.await();
    Completion end = epochAfterFailure(run);
    CompletableFuture<Boolean> endedWhenTold =
        waiter(end).thenApply(failure -> ended.get() && failure.getCause() == lost);
    // The failure interrupts all threads of lanes.
    deaf.await();
    assertThat(end.isDone()).as("the long job may still write").isFalse();
    gate.countDown();
    assertThat(endedWhenTold.get()).isTrue();
    assertThatThrownBy(end::await).hasMessageNotContaining("still running");
    run.joinLanes();
  }

  @Test
  void whatHasEndedByThenIsCompleteForThoseWhoWaitForNothingElse() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    Run run = new Run();
    JobId copy =
        run.queued(
            "copy",
            () -> {
              running.countDown();
              awaitDeaf(gate);
            });
    running.await();
    Completion copied = run.mark("copied", copy);
    JobId failing =
        run.task(
            "failing",
            () -> {
              throw lost;
            });
    Completion failed = run.fence("failed", failing);
    // The failure interrupts all threads of lanes.
    deaf.await();
    gate.countDown();
    assertThatThrownBy(failed::await).hasCause(lost);
    copied.await();
    run.joinLanes();
  }

  @Test
  void whereWaitsAreLimitedAJobThatDoesNotEndEndsTheRun() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    Run run = new Run();
    JobId silent =
        run.queued(
            "silent",
            () -> {
              running.countDown();
              awaitDeaf(gate);
            });
    Completion end = run.epoch("end", silent);
    running.await();
    run.executor.limitWaits(Duration.ZERO, lost);
    assertThatThrownBy(end::await)
        .hasMessageContaining("J0 (silent) failed on lane queue")
        .hasMessageContaining("still running")
        .hasCause(lost);
    gate.countDown();
    run.joinLanes();
  }

  @Test
  void aJobThatNeverEndsIsNamedAndGivenUp() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    Run run = new Run();
    run.queued(
        "endless",
        () -> {
          running.countDown();
          awaitDeaf(gate);
        });
    running.await();
    Completion end = epochAfterFailure(run);
    CountDownLatch ended = new CountDownLatch(1);
    end.whenDone(ended::countDown);
    do {
      run.ticker.advance(Duration.ofSeconds(1));
    } while (!ended.await(1, TimeUnit.MILLISECONDS));
    assertThatThrownBy(end::await)
        .hasCause(lost)
        .hasMessageContaining("still running")
        .hasMessageContaining("kernel J0 (endless) on lane queue");
    run.executor.terminated().await();
    gate.countDown();
    run.joinLanes();
  }

  @Test
  void aJobThatWaitsIsInterruptedWhenTheRunFails() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Run run = new Run();
    run.queued(
        "waiting",
        () -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            thrown.set(e);
            throw e;
          }
        });
    running.await();
    Completion end = epochAfterFailure(run);
    assertThatThrownBy(end::await).hasCause(lost).hasMessageNotContaining("still running");
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    run.joinLanes();
  }

  @Test
  void theDeathOfAPeerEndsTheRunAlsoForAThreadThatWaitsForSpace() throws Exception {
    ExecutorOptions small =
        new ExecutorOptions(1, 1, 0, Duration.ofSeconds(20), Duration.ofSeconds(2));
    Run run = new Run(small, TraceSink.OFF);
    JobId waiting = run.queued("receive", () -> new CountDownLatch(1).await());
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread submitter =
        new Thread(
            () -> {
              try {
                while (true) {
                  run.task("more", () -> {}, waiting);
                }
              } catch (ExecutionFailedException e) {
                thrown.set(e);
              }
            });
    submitter.start();
    Run.awaitParked(submitter);
    run.executor.abort(new IOException("node N3 does not answer"));
    run.executor.abort(new IOException("too late"));
    submitter.join();
    assertThat(thrown.get())
        .hasMessageContaining("node N3 does not answer")
        .hasRootCauseInstanceOf(IOException.class);
    run.joinLanes();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stackOverflowLeavesNoThreadHanging(boolean onLane) throws Exception {
    endsWith(onLane, () -> deeper(0), StackOverflowError.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOutOfMemoryErrorLeavesNoThreadHanging(boolean onLane) throws Exception {
    endsWith(
        onLane,
        () -> {
          List<long[]> all = new ArrayList<>();
          while (true) {
            all.add(new long[Integer.MAX_VALUE]);
          }
        },
        OutOfMemoryError.class);
  }

  private static void endsWith(boolean onLane, TestWork.Step step, Class<? extends Error> cause)
      throws Exception {
    Run run = new Run();
    CountDownLatch gate = new CountDownLatch(1);
    JobPlacement placement = onLane ? JobPlacement.on(Run.QUEUE) : JobPlacement.NO_LANE;
    JobId first = run.task("first", gate::await);
    JobId failing = run.submit(JobKind.KERNEL, placement, new TestWork("failing", step), first);
    Completion end = run.epoch("end", failing);
    CompletableFuture<Throwable> waiter = waiter(end);
    gate.countDown();
    assertThat(waiter.get()).hasRootCauseInstanceOf(cause);
    run.executor.terminated().await();
    run.joinLanes();
    try (Run another = new Run()) {
      another.epoch("end", another.task("task", () -> {})).await();
    }
  }

  @Test
  void aLaneThatCannotStartAJobEndsTheRun() {
    Run run =
        new Run(
            ExecutorOptions.USUAL, TraceSink.OFF, failingLane(lost, false, new CountDownLatch(0)));
    assertThatThrownBy(() -> run.epoch("end").await())
        .hasMessageContaining("epoch J0 (end) failed on no lane")
        .hasCause(lost);
  }

  @Test
  void aLaneThatThrowsAfterItHasReportedEndsTheRunToo() {
    CountDownLatch submitted = new CountDownLatch(1);
    Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, failingLane(lost, true, submitted));
    run.submit(JobKind.FENCE, JobPlacement.NO_LANE, TestWork.nothing("fence"));
    submitted.countDown();
    run.executor.terminated().await();
    assertThat(run.executor.failure()).get().extracting(Throwable::getCause).isEqualTo(lost);
  }

  @Test
  void aFailureWhileLanesAreClosedIsTold() {
    Run run =
        new Run(
            ExecutorOptions.USUAL,
            TraceSink.OFF,
            new LaneBackend<>() {
              @Override
              public void start(Job<TestWork> job) {
                job.completed();
              }

              @Override
              public void cancel(Throwable cause) {
                throw new IllegalStateException("cannot cancel");
              }

              @Override
              public void close() {
                throw new IllegalStateException("cannot close");
              }
            });
    run.epoch("end").await();
    run.close();
    assertThat(run.executor.failure()).get().asString().contains("cannot close");
  }

  @Test
  void anEndIsToldOnce() throws Exception {
    List<Boolean> told = new ArrayList<>();
    LaneBackend<TestWork> twice =
        new LaneBackend<>() {
          @Override
          public void start(Job<TestWork> job) {
            told.add(job.completed());
            told.add(job.completed());
            told.add(job.failed(lost));
          }

          @Override
          public void cancel(Throwable cause) {
            // Nothing runs.
          }

          @Override
          public void close() {
            // There is nothing to release.
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, twice)) {
      run.epoch("end").await();
      run.epoch("again").await();
      assertThat(run.executor.failure()).isEmpty();
    }
    assertThat(told).containsExactly(true, false, false, true, false, false);
  }

  @Test
  void aListenerThatThrowsEndsTheRun() {
    RuntimeException problem = new IllegalStateException("no");
    Executor<TestWork> executor =
        Executor.start(
            new Lanes<>(new InlineWork<>(TestWork::run), Map.of()),
            ExecutorOptions.USUAL,
            new ExecutionListener<>() {
              @Override
              public void reached(Job<TestWork> job) {
                throw problem;
              }

              @Override
              public void stuck(String standstill) {
                throw problem;
              }

              @Override
              public void failed(ExecutionFailedException failure) {
                throw new IllegalArgumentException("not that either");
              }
            },
            TraceSink.OFF,
            Ticker.SYSTEM);
    Job<TestWork> end =
        new Job<>(
            new JobId(0), JobKind.EPOCH, List.of(), JobPlacement.NO_LANE, TestWork.nothing("end"));
    assertThatThrownBy(() -> executor.submitAwaited(end).await()).hasCause(problem);
    executor.close();
    assertThat(problem.getSuppressed()).hasSize(1);
  }

  /** Waits despite interruption, and notes that there was one. */
  private void awaitDeaf(CountDownLatch gate) {
    boolean open = false;
    while (!open) {
      try {
        gate.await();
        open = true;
      } catch (InterruptedException e) {
        deaf.countDown();
      }
    }
  }

  /** An epoch after a job that fails once the epoch is submitted. */
  private Completion epochAfterFailure(Run run) {
    CountDownLatch submitted = new CountDownLatch(1);
    JobId failing =
        run.task(
            "failing",
            () -> {
              submitted.await();
              throw lost;
            });
    Completion end = run.epoch("end", failing);
    submitted.countDown();
    return end;
  }

  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }

  private static LaneBackend<TestWork> failingLane(
      Exception cause, boolean reports, CountDownLatch gate) {
    return new LaneBackend<>() {
      @Override
      public void start(Job<TestWork> job) throws Exception {
        gate.await();
        if (reports) {
          job.completed();
        }
        throw cause;
      }

      @Override
      public void cancel(Throwable why) {
        // Nothing runs.
      }

      @Override
      public void close() {
        // There is nothing to release.
      }
    };
  }

  private static TraceSink onIssue(CountDownLatch latch) {
    return new TraceSink() {
      @Override
      public void submitted(Job<?> job, long nanos) {
        // Unused.
      }

      @Override
      public void issued(Job<?> job, long nanos) {
        latch.countDown();
      }

      @Override
      public void completed(Job<?> job, long nanos) {
        // Unused.
      }
    };
  }

  private static CompletableFuture<Throwable> waiter(Completion completion) throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                completion.await();
                thrown.completeExceptionally(new AssertionError("the wait ended well"));
              } catch (ExecutionFailedException e) {
                thrown.complete(e);
              }
            });
    thread.start();
    return thrown;
  }
}
