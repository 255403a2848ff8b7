package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests jobs without work, and threads that wait for them. */
@Timeout(120)
class MarkTest {
  /** A gate that is always opened before the executor is closed, which would wait for it. */
  @FunctionalInterface
  private interface Gate extends AutoCloseable {
    @Override
    void close();
  }

  private final CountDownLatch firstGate = new CountDownLatch(1);
  private final CountDownLatch lastGate = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  /** Blocks the executor's thread when a certain job is over. */
  private void hold(Run run, JobId after) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    TestWork holds =
        new TestWork(
            "holds the executor",
            () -> {
              held.countDown();
              release.await();
            });
    // All other jobs are issued first.
    run.awaited(JobKind.FREE, holds, after);
    held.await();
  }

  @Test
  void whoWaitsForAMarkIsToldByTheLastJobBeforeItWhileTheExecutorIsHeldUp() throws Exception {
    try (Run run = new Run();
        Gate opened = release::countDown) {
      JobId first = run.task("first", firstGate::await);
      JobId last = run.queued("last", lastGate::await);
      Completion mark = run.mark("mark", first, last);
      Completion another = run.mark("another mark", first, last);
      firstGate.countDown();
      hold(run, first);
      assertThat(mark.isDone()).isFalse();
      lastGate.countDown();
      assertThat(mark.await(Duration.ofSeconds(60))).isTrue();
      assertThat(another.isDone()).as("one is notified immediately, others in turn").isFalse();
      release.countDown();
      another.await();
      JobId after = run.task("after", () -> {});
      run.mark("mark of what was over", first, after).await();
      run.mark("mark of nothing").await();
    }
  }

  @Test
  void whoWantsToKnowWhatWasTracedCatchesUpWithWhatMarksHaveTold() throws Exception {
    List<String> traced = Collections.synchronizedList(new ArrayList<>());
    TraceSink sink =
        new TraceSink() {
          @Override
          public void completed(Job<?> job, long nanos) {
            traced.add(job.text());
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, sink);
        Gate opened = release::countDown) {
      JobId first = run.task("first", firstGate::await);
      JobId last = run.queued("last", lastGate::await);
      Completion mark = run.mark("mark", first, last);
      firstGate.countDown();
      hold(run, first);
      lastGate.countDown();
      assertThat(mark.await(Duration.ofSeconds(60))).isTrue();
      assertThat(traced).noneMatch(text -> text.contains("last"));
      release.countDown();
      run.executor.catchUp();
      assertThat(traced).anyMatch(text -> text.contains("last"));
    }
  }

  @Test
  void whoWaitsForAMarkIsToldByAJobThatBeginsAfterItWasSubmitted() throws Exception {
    try (Run run = new Run();
        Gate opened = release::countDown) {
      JobId first = run.queued("first", firstGate::await);
      // It gets a lane only after the first one is over.
      JobId last = run.task("last", lastGate::await, first);
      Completion mark = run.mark("mark", last);
      firstGate.countDown();
      hold(run, first);
      lastGate.countDown();
      assertThat(mark.await(Duration.ofSeconds(60))).isTrue();
    }
  }

  @Test
  void whoWaitsForAMarkBehindAJobThatFailsIsNotToldByAnotherOneThatEndsWell() throws Exception {
    CountDownLatch submitted = new CountDownLatch(1);
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch failed = new CountDownLatch(1);
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, cancelling(failed::countDown));
        Gate opened = failed::countDown) {
      JobId failing =
          run.task(
              "failing",
              () -> {
                submitted.await();
                throw new IllegalStateException("it");
              });
      JobId last =
          run.queued(
              "last",
              () -> {
                runs.countDown();
                failed.await();
              });
      Completion mark = run.mark("mark", failing, last);
      runs.await();
      submitted.countDown();
      assertThatThrownBy(mark::await).isInstanceOf(ExecutionFailedException.class);
    }
  }

  /** A backend that runs nothing, and is notified when the run has failed. */
  private static LaneBackend<TestWork> cancelling(Runnable failed) {
    return new EndsImmediately() {
      @Override
      public void cancel(Throwable cause) {
        failed.run();
      }
    };
  }

  @Test
  void whatRunsOnALaneIsNoMark() {
    try (Run run = new Run()) {
      Job<TestWork> job =
          run.job(JobKind.KERNEL, JobPlacement.on(Run.QUEUE), TestWork.nothing("it"));
      assertThatThrownBy(() -> run.executor.submitMark(job))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no mark");
    }
  }
}
