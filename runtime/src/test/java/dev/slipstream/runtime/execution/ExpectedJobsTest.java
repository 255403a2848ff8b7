package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What threads do when jobs are about to be submitted. */
@Timeout(120)
class ExpectedJobsTest {
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
        new EndsAtOnce() {
          @Override
          public void expect() {
            expected.countDown();
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
            new Job<>(new JobId(jobs++), JobKind.KERNEL, List.of(), JobPlacement.on(group), work);
        executor.submitAwaited(job).await();
        Thread.sleep(2);
        executor.wakeUp();
      }
      assertThat(ran).hasValue(jobs);
    }
  }
}
