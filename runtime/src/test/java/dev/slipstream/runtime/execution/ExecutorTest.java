package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    LaneBackend<Work> hurrying =
        new LaneBackend<>() {
          @Override
          public void start(Assignment<Work> assignment, Ticket ticket) {
            ticket.completed();
          }

          @Override
          public void hurry() {
            hurried.countDown();
          }

          @Override
          public void cancel(Throwable cause) {
            // No job is ever under way.
          }

          @Override
          public void close() {
            // It holds nothing.
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, hurrying)) {
      JobId task = run.task("ends when it is hurried", hurried::await);
      run.fence("fence", task).await();
      assertThat(hurried.getCount()).isZero();
    }
  }

  @Test
  void jobsRunAndEndWhetherTheyWereExpectedOrNot() {
    AtomicInteger ran = new AtomicInteger();
    try (Run run = new Run()) {
      for (int job = 0; job < 3_000; job++) {
        if (job % 3 == 0) {
          run.executor.wakeUp();
        }
        JobId task = run.task("expected", ran::incrementAndGet);
        if (job % 7 == 0) {
          run.fence("fence", task).await();
          run.executor.wakeUp();
        }
      }
      run.executor.wakeUp();
      run.epoch("end").await();
    }
    assertThat(ran).hasValue(3_000);
  }

  @Test
  void lanesWakeUpWhenJobsAreExpected() {
    CountDownLatch expected = new CountDownLatch(1);
    LaneBackend<Work> expecting =
        new LaneBackend<>() {
          @Override
          public void start(Assignment<Work> assignment, Ticket ticket) {
            ticket.completed();
          }

          @Override
          public void expect() {
            expected.countDown();
          }

          @Override
          public void cancel(Throwable cause) {
            // No job is ever under way.
          }

          @Override
          public void close() {
            // It holds nothing.
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, expecting)) {
      run.fence("fence").await();
      // Nobody has to wake who is awake.
      while (expected.getCount() > 0) {
        run.executor.wakeUp();
        Thread.onSpinWait();
      }
      run.fence("another one").await();
    }
  }

  /** Runs up to three jobs together, of which each notes how many there were. */
  private static HostWork<Work> inGroups(List<Integer> groups) {
    return new HostWork<>() {
      @Override
      public void run(Job<Work> job) {
        throw new AssertionError("they are asked for together");
      }

      @Override
      public int most() {
        return 3;
      }

      @Override
      public int runSome(List<Job<Work>> waiting) throws Exception {
        int together = groups.isEmpty() ? 1 : waiting.size();
        groups.add(together);
        for (Job<Work> job : waiting.subList(0, together)) {
          Work.run(job);
        }
        return together;
      }
    };
  }

  @Test
  void jobsThatWaitOnALaneRunTogetherInTheirOrderAndTheirEndsAreToldAsIfOneByOne()
      throws Exception {
    List<Integer> groups = Collections.synchronizedList(new ArrayList<>());
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Long> ends = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch submitted = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(9);
    LaneGroup group = LaneGroup.of("grouping", 1, 16);
    HostLanes<Work> lanes = new HostLanes<>(group, inGroups(groups));
    for (int number = 0; number < 9; number++) {
      int own = number;
      Work work =
          new Work(
              "job " + own,
              () -> {
                submitted.await();
                order.add(own);
              });
      Job<Work> job =
          new Job<>(new JobId(own), JobKind.KERNEL, List.of(), Placement.on(group), work);
      lanes.start(
          new Assignment<>(job, Optional.of(new Lane(group, 0)), List.of()),
          new Ticket() {
            @Override
            public boolean completed() {
              over.countDown();
              return true;
            }

            @Override
            public boolean completedBeforeNext(long nanosAgo) {
              ends.add(nanosAgo);
              return completed();
            }

            @Override
            public boolean failed(Throwable cause) {
              throw new AssertionError(cause);
            }
          });
    }
    submitted.countDown();
    over.await();
    lanes.close();
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(groups).containsExactly(1, 3, 3, 2);
    assertThat(ends.get(0)).as("alone").isZero();
    assertThat(ends.get(1)).as("the first of three").isEqualTo(2 * ends.get(2));
    assertThat(ends.get(3)).as("the last of three").isZero();
  }

  @Test
  void ifOneOfSeveralJobsThatRunTogetherFailsTheRunFails() {
    List<Integer> groups = new ArrayList<>(List.of(0));
    CountDownLatch submitted = new CountDownLatch(1);
    LaneGroup group = LaneGroup.of("grouping", 1, 16);
    Lanes<Work> lanes =
        new Lanes<>(
            new InlineWork<>(Work::run), Map.of(group, new HostLanes<>(group, inGroups(groups))));
    Run hears = new Run();
    Executor<Work> executor =
        Executor.start(lanes, ExecutorOptions.USUAL, hears, TraceSink.OFF, Ticker.SYSTEM);
    List<Completion> ends = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      int own = number;
      Work work =
          new Work(
              "job " + own,
              () -> {
                submitted.await();
                if (own == 2) {
                  throw new IllegalStateException("it");
                }
              });
      ends.add(
          executor.submitAwaited(
              new Job<>(new JobId(own), JobKind.KERNEL, List.of(), Placement.on(group), work)));
    }
    submitted.countDown();
    assertThatThrownBy(ends.get(3)::await).isInstanceOf(ExecutionFailedException.class);
    executor.close();
    hears.close();
  }

  @Test
  void aLaneThatHasSleptPreparesForJobsThatAreExpectedAndRunsThemWhateverComesOfThat()
      throws Exception {
    CountDownLatch prepared = new CountDownLatch(3);
    LaneGroup group = LaneGroup.of("preparing", 1, 1);
    HostWork<Work> preparing =
        new HostWork<>() {
          @Override
          public void run(Job<Work> job) throws Exception {
            Work.run(job);
          }

          @Override
          public void prepare() throws Exception {
            prepared.countDown();
            if (prepared.getCount() % 2 == 0) {
              throw new OutOfMemoryError("not prepared");
            }
            throw new IOException("not prepared");
          }
        };
    Lanes<Work> lanes =
        new Lanes<>(new InlineWork<>(Work::run), Map.of(group, new HostLanes<>(group, preparing)));
    try (Run hears = new Run();
        Executor<Work> executor =
            Executor.start(lanes, ExecutorOptions.USUAL, hears, TraceSink.OFF, Ticker.SYSTEM)) {
      AtomicInteger ran = new AtomicInteger();
      int jobs = 0;
      while (prepared.getCount() > 0) {
        Work work = new Work("task", ran::incrementAndGet);
        Job<Work> job =
            new Job<>(new JobId(jobs++), JobKind.KERNEL, List.of(), Placement.on(group), work);
        executor.submitAwaited(job).await();
        Thread.sleep(2);
        executor.wakeUp();
      }
      assertThat(ran).hasValue(jobs);
    }
  }

  /** Is opened whatever comes, before the executor is closed, which would wait for it. */
  @FunctionalInterface
  private interface Gate extends AutoCloseable {
    @Override
    void close();
  }

  /** Holds the executor's thread up, when some job is over. */
  private static void hold(Run run, CountDownLatch release, JobId after) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Work holds =
        new Work(
            "holds the executor",
            () -> {
              held.countDown();
              release.await();
            });
    // Everything else is issued first.
    run.awaited(JobKind.FREE, holds, after);
    held.await();
  }

  @Test
  void whoWaitsForAMarkIsToldByTheLastJobBeforeItWhileTheExecutorIsHeldUp() throws Exception {
    CountDownLatch firstGate = new CountDownLatch(1);
    CountDownLatch lastGate = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (Run run = new Run();
        Gate opened = release::countDown) {
      JobId first = run.task("first", firstGate::await);
      JobId last = run.queued("last", lastGate::await);
      Completion mark = run.mark("mark", first, last);
      Completion another = run.mark("another mark", first, last);
      firstGate.countDown();
      hold(run, release, first);
      assertThat(mark.isDone()).isFalse();
      lastGate.countDown();
      assertThat(mark.await(Duration.ofSeconds(60))).isTrue();
      assertThat(another.isDone()).as("one is told at once, others in turn").isFalse();
      release.countDown();
      another.await();
      JobId after = run.task("after", () -> {});
      run.mark("mark of what was over", first, after).await();
      run.mark("mark of nothing").await();
    }
  }

  @Test
  void whoWaitsForAMarkIsToldByAJobThatBeginsAfterItWasSubmitted() throws Exception {
    CountDownLatch before = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (Run run = new Run();
        Gate opened = release::countDown) {
      JobId first = run.queued("first", before::await);
      // It waits for a lane that depends on nothing of the first one's.
      JobId last = run.task("last", gate::await, first);
      Completion mark = run.mark("mark", last);
      before.countDown();
      hold(run, release, first);
      gate.countDown();
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

  /** Runs nothing, and is told when the run has failed. */
  private static LaneBackend<Work> cancelling(Runnable failed) {
    return new LaneBackend<>() {
      @Override
      public void start(Assignment<Work> assignment, Ticket ticket) {
        ticket.completed();
      }

      @Override
      public void cancel(Throwable cause) {
        failed.run();
      }

      @Override
      public void close() {
        // It holds nothing.
      }
    };
  }

  @Test
  void whatRunsOnALaneIsNoMark() {
    try (Run run = new Run()) {
      Job<Work> job = run.job(JobKind.KERNEL, Placement.on(Run.QUEUE), Work.nothing("it"));
      assertThatThrownBy(() -> run.executor.submitMark(job))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no mark");
    }
  }

  @Test
  void whoForeseesTheEndOfAWaitIsNotDeceivedByIt() throws Exception {
    Foresight foresight = new Foresight();
    try (Run run = new Run()) {
      for (long wrong : new long[] {0, 1, 100_000, 1_000_000, 60_000_000_000L}) {
        foresight.took(wrong);
        CountDownLatch waits = new CountDownLatch(1);
        JobId task = run.task("waits", waits::await);
        Completion completion = run.fence("fence", task);
        Thread release = new Thread(waits::countDown);
        release.start();
        completion.await(foresight);
        assertThat(completion.isDone()).isTrue();
        release.join();
      }
    }
  }

  @Test
  void anInterruptionDoesNotEndAWaitWhoseEndIsForeseen() throws Exception {
    Foresight foresight = new Foresight();
    foresight.took(TimeUnit.SECONDS.toNanos(60));
    CountDownLatch waits = new CountDownLatch(1);
    try (Run run = new Run()) {
      JobId task = run.task("waits", waits::await);
      Completion completion = run.fence("fence", task);
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Thread waiting =
          new Thread(
              () -> {
                completion.await(foresight);
                interrupted.complete(Thread.currentThread().isInterrupted());
              });
      waiting.start();
      waiting.interrupt();
      waits.countDown();
      assertThat(interrupted.get()).isTrue();
    }
  }

  @Test
  void horizonsAndEpochsAreToldInTheirOrderBeforeAnybodyWakes() {
    try (Run run = new Run()) {
      JobId task = run.task("task", () -> {});
      JobId horizon = run.submit(JobKind.HORIZON, Placement.NO_LANE, Work.nothing("horizon"), task);
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
      run.awaited(JobKind.FENCE, new Work("fence", () -> executor.complete(Thread.currentThread())))
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
      awaitParked(submitter);
      submitter.interrupt();
      assertThat(submitted.get()).as("3 are known, 4 are handed over").isLessThanOrEqualTo(6);
      assertThat(last).isNotDone();
      gate.countDown();
      last.get().await();
      assertThat(submitted).hasValue(100);
    }
  }

  @Test
  void aWaitingThreadThatIsInterruptedWaitsOnAndStaysInterrupted() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (Run run = new Run()) {
      Completion fence = run.fence("fence", run.task("gate", gate::await));
      CompletableFuture<List<Boolean>> seen = new CompletableFuture<>();
      Thread waiter =
          new Thread(
              () -> {
                fence.await();
                seen.complete(List.of(fence.isDone(), Thread.currentThread().isInterrupted()));
              });
      waiter.start();
      awaitParked(waiter);
      waiter.interrupt();
      awaitParked(waiter);
      assertThat(fence.isDone()).isFalse();
      gate.countDown();
      assertThat(seen.get()).containsExactly(true, true);
    }
  }

  @Test
  void aWaitMayBeLimited() {
    CountDownLatch gate = new CountDownLatch(1);
    try (Run run = new Run()) {
      Completion fence = run.fence("fence", run.task("gate", gate::await));
      assertThat(fence.await(Duration.ZERO)).isFalse();
      assertThat(fence.await(Duration.ofMillis(1))).isFalse();
      gate.countDown();
      assertThat(fence.await(Duration.ofDays(100_000))).isTrue();
    }
  }

  @Test
  void anInterruptedExecutorThreadGoesOn() {
    try (Run run = new Run()) {
      run.awaited(JobKind.FENCE, new Work("fence", () -> Thread.currentThread().interrupt()))
          .await();
      run.epoch("end", run.task("task", () -> Thread.currentThread().interrupt())).await();
      run.epoch("again", run.task("task", () -> Thread.sleep(0))).await();
      assertThat(run.reached).containsExactly("end", "again");
    }
  }

  @Test
  void aStuckRunNamesTheJobItWaitsFor() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(2);
    try (Run run = new Run()) {
      JobId stuck =
          run.queued(
              "Heat.step:42",
              () -> {
                started.countDown();
                gate.await();
              });
      JobId other =
          run.task(
              "other",
              () -> {
                started.countDown();
                gate.await();
              });
      Completion end = run.epoch("end", stuck, other);
      started.await();
      Standstill standstill = null;
      while (standstill == null) {
        run.ticker.advance(Duration.ofSeconds(21));
        standstill = run.standstills.poll(10, TimeUnit.MILLISECONDS);
      }
      assertThat(standstill.waitsFor().job().id()).isEqualTo(stuck);
      assertThat(standstill.quiet()).isGreaterThanOrEqualTo(Duration.ofSeconds(20));
      assertThat(standstill.text())
          .startsWith("no progress for ")
          .contains(" s: kernel J0 (Heat.step:42) on lane queue does not end; 1 further job runs")
          .contains("slipstream.device=host");
      gate.countDown();
      end.await();
    }
  }

  @Test
  void theWatchdogBitesOnceAfterTwentySecondsWithoutProgress() {
    long second = 1_000_000_000L;
    long start = Long.MAX_VALUE - second;
    Watchdog watchdog = new Watchdog(ExecutorOptions.USUAL.stuckAfter().toNanos(), start);
    assertThat(watchdog.bites(start + 20 * second - 1)).isFalse();
    assertThat(watchdog.bites(start + 20 * second)).isTrue();
    assertThat(watchdog.bites(start + 90 * second)).as("once").isFalse();
    watchdog.progress(start + 100 * second);
    assertThat(watchdog.bites(start + 119 * second)).isFalse();
    assertThat(watchdog.bites(start + 121 * second)).isTrue();
    assertThat(watchdog.quiet(start + 121 * second)).isEqualTo(21 * second);
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
    List<Ticket> pending = new ArrayList<>();
    AtomicInteger polls = new AtomicInteger();
    LaneBackend<Work> polled =
        new LaneBackend<>() {
          @Override
          public void start(Assignment<Work> assignment, Ticket ticket) {
            pending.add(ticket);
          }

          @Override
          public boolean poll() {
            if (polls.incrementAndGet() % 500 == 0) {
              pending.forEach(Ticket::completed);
              pending.clear();
            }
            return !pending.isEmpty();
          }

          @Override
          public void cancel(Throwable cause) {
            pending.forEach(ticket -> ticket.failed(cause));
          }

          @Override
          public void close() {
            assertThat(pending).isEmpty();
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, polled)) {
      JobId receive = run.submit(JobKind.RECEIVE, Placement.NO_LANE, Work.nothing("receive"));
      run.epoch("end", run.task("task", () -> {}, receive)).await();
    }
    assertThat(polls.get()).isGreaterThanOrEqualTo(1000);
  }

  @Test
  void aTraceSinkHearsOfEachJobWithLaneAndTime() {
    List<String> heard = new ArrayList<>();
    TraceSink trace =
        new TraceSink() {
          @Override
          public void submitted(Job<?> job, long nanos) {
            heard.add("submitted " + job.text());
          }

          @Override
          public void issued(Assignment<?> assignment, long nanos) {
            heard.add("issued " + assignment.job().id() + " to " + assignment.laneText());
          }

          @Override
          public void completed(Job<?> job, Optional<Lane> lane, long nanos) {
            heard.add("completed " + job.id() + " " + lane + " at " + (nanos - Long.MAX_VALUE + 5));
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, trace)) {
      run.ticker.advance(Duration.ofNanos(7));
      run.awaited(JobKind.FENCE, Work.nothing("fence"), run.queued("kernel", () -> {})).await();
    }
    assertThat(heard)
        .containsSubsequence(
            "submitted kernel J0 (kernel)",
            "issued J0 to lane queue",
            "completed J0 " + Optional.of(Run.QUEUE.lane(0)) + " at 7",
            "issued J1 to no lane",
            "completed J1 Optional.empty at 7")
        .contains("submitted fence J1 (fence)")
        .hasSize(6);
  }

  /** Waits until a thread sleeps, which it does only where it waits for the executor. */
  static void awaitParked(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(thread.getState()).isNotEqualTo(Thread.State.TERMINATED);
      Thread.sleep(1);
    }
  }
}
