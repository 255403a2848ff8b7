package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the order of jobs, their listeners, and the threads. */
@Timeout(120)
class ExecutorTest {
  @Test
  void jobsRunAfterTheirPredecessorsAndAnEpochAfterAll() {
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    try (Run run = new Run()) {
      JobId a = run.task("a", () -> ran.add("a"));
      JobId b = run.queued("b", () -> ran.add("b"), a);
      JobId c = run.task("c", () -> ran.add("c"), b);
      run.epoch("end", a, b, c).await();
      assertThat(ran).containsExactly("a", "b", "c");
      assertThat(run.reached).containsExactly("end");
    }
  }

  @Test
  void lanesAreHurriedWhileAFenceWaitsForOneOfTheirJobs() {
    CountDownLatch hurried = new CountDownLatch(1);
    LaneBackend<TestWork> hurrying =
        new EndsImmediately() {
          @Override
          public void hurry() {
            hurried.countDown();
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, hurrying)) {
      JobId task = run.task("ends when it is hurried", hurried::await);
      run.fence("fence", task).await();
      assertThat(hurried.getCount()).isZero();
    }
  }

  @Test
  void horizonsAndEpochsAreToldInTheirOrderBeforeAnybodyWakes() {
    try (Run run = new Run()) {
      JobId task = run.task("task", () -> {});
      JobId horizon =
          run.submit(JobKind.HORIZON, JobPlacement.NO_LANE, TestWork.nothing("horizon"), task);
      JobId other = run.task("other", () -> {}, horizon);
      run.epoch("epoch", horizon, other).await();
      assertThat(run.reached).containsExactly("horizon", "epoch");
    }
  }

  @Test
  void theThreadsAreNamedAndDoNotKeepTheProgramAlive() throws Exception {
    CompletableFuture<Thread> executor = new CompletableFuture<>();
    CompletableFuture<Thread> lane = new CompletableFuture<>();
    try (Run run = new Run()) {
      run.awaited(
              JobKind.FENCE, new TestWork("fence", () -> executor.complete(Thread.currentThread())))
          .await();
      run.epoch("end", run.task("task", () -> lane.complete(Thread.currentThread()))).await();
    }
    assertThat(executor.get().getName()).isEqualTo("slipstream-executor");
    assertThat(lane.get().getName()).isEqualTo("slipstream-host-1");
    assertThat(List.of(executor.get(), lane.get())).allMatch(Thread::isDaemon);
    executor.get().join();
    lane.get().join();
  }

  @Test
  void theSubmittingThreadWaitsWhileTheExecutorIsFull() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger submitted = new AtomicInteger();
    ExecutorOptions small =
        new ExecutorOptions(4, 3, 0, Duration.ofSeconds(20), Duration.ofSeconds(2));
    try (Run run = new Run(small, TraceSink.OFF)) {
      CompletableFuture<Completion> last = new CompletableFuture<>();
      Thread submitter =
          new Thread(
              () -> {
                JobId first = run.task("gate", gate::await);
                for (int i = 0; i < 100; i++) {
                  run.task("after", () -> {}, first);
                  submitted.incrementAndGet();
                }
                last.complete(run.epoch("end", new JobId(100)));
              });
      submitter.start();
      Run.awaitParked(submitter);
      submitter.interrupt();
      assertThat(submitted.get()).as("3 are known, 4 are handed over").isLessThanOrEqualTo(6);
      assertThat(last).isNotDone();
      gate.countDown();
      last.get().await();
      assertThat(submitted).hasValue(100);
    }
  }

  @Test
  void anInterruptedExecutorThreadGoesOn() {
    try (Run run = new Run()) {
      run.awaited(JobKind.FENCE, new TestWork("fence", () -> Thread.currentThread().interrupt()))
          .await();
      run.epoch("end", run.task("task", () -> Thread.currentThread().interrupt())).await();
      run.epoch("again", run.task("task", () -> Thread.sleep(0))).await();
      assertThat(run.reached).containsExactly("end", "again");
    }
  }

  @Test
  void closingRunsEverythingThatWasSubmitted() {
    AtomicInteger ran = new AtomicInteger();
    Run run = new Run();
    JobId last = run.task("0", ran::incrementAndGet);
    for (int i = 1; i < 1000; i++) {
      last = run.task("" + i, ran::incrementAndGet, last);
    }
    run.close();
    run.close();
    assertThat(ran).hasValue(1000);
    assertThat(run.executor.failure()).isEmpty();
    assertThat(run.executor.terminated().isDone()).isTrue();
    assertThatThrownBy(() -> run.task("late", () -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("shut down");
  }

  @Test
  void whatOnlyPollingFindsIsFound() {
    List<Job<TestWork>> pending = new ArrayList<>();
    AtomicInteger polls = new AtomicInteger();
    LaneBackend<TestWork> polled =
        new LaneBackend<>() {
          @Override
          public void start(Job<TestWork> job) {
            pending.add(job);
          }

          @Override
          public boolean poll() {
            if (polls.incrementAndGet() % 500 == 0) {
              pending.forEach(Job::completed);
              pending.clear();
            }
            return !pending.isEmpty();
          }

          @Override
          public void cancel(Throwable cause) {
            pending.forEach(job -> job.failed(cause));
          }

          @Override
          public void close() {
            assertThat(pending).isEmpty();
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, polled)) {
      JobId receive =
          run.submit(JobKind.RECEIVE, JobPlacement.NO_LANE, TestWork.nothing("receive"));
      run.epoch("end", run.task("task", () -> {}, receive)).await();
    }
    assertThat(polls.get()).isGreaterThanOrEqualTo(1000);
  }

  @Test
  void aTraceSinkIsNotifiedOfEachJobWithLaneAndTime() {
    List<String> events = new ArrayList<>();
    TraceSink trace =
        new TraceSink() {
          @Override
          public void submitted(Job<?> job, long nanos) {
            events.add("submitted " + job.text());
          }

          @Override
          public void issued(Job<?> job, long nanos) {
            events.add("issued " + job.id() + " to " + job.laneText());
          }

          @Override
          public void completed(Job<?> job, long nanos) {
            events.add(
                "completed " + job.id() + " " + job.lane() + " at " + (nanos - Long.MAX_VALUE + 5));
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, trace)) {
      run.ticker.advance(Duration.ofNanos(7));
      run.awaited(JobKind.FENCE, TestWork.nothing("fence"), run.queued("kernel", () -> {})).await();
    }
    assertThat(events)
        .containsSubsequence(
            "submitted kernel J0 (kernel)",
            "issued J0 to lane queue",
            "completed J0 " + Optional.of(Run.QUEUE.lane(0)) + " at 7",
            "issued J1 to no lane",
            "completed J1 Optional.empty at 7")
        .contains("submitted fence J1 (fence)")
        .hasSize(6);
  }
}
