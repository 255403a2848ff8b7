package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests threads when jobs are about to be submitted. */
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
    AtomicInteger expected = new AtomicInteger();
    LaneBackend<TestWork> expecting =
        new EndsImmediately() {
          @Override
          public void expect() {
            expected.incrementAndGet();
          }
        };
    try (Run run = new Run(ExecutorOptions.USUAL, TraceSink.OFF, expecting)) {
      run.fence("fence").await();
      run.executor.wakeUp();
      assertThat(expected).hasValue(1);
      run.fence("another one").await();
    }
  }

  /**
   * Only a lane that has slept for a millisecond prepares, which may not be so when it is woken.
   */
  private static boolean isPrepared(Executor<TestWork> executor, Semaphore prepared)
      throws InterruptedException {
    for (int tries = 0; tries < 1_000; tries++) {
      executor.wakeUp();
      if (prepared.tryAcquire(10, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aLaneThatHasSleptPreparesForJobsThatAreExpectedAndRunsThemWhateverComesOfThat()
      throws Exception {
    Semaphore prepared = new Semaphore(0);
    AtomicInteger preparations = new AtomicInteger();
    LaneGroup group = LaneGroup.of("preparing", 1, 1);
    HostWork<TestWork> preparing =
        new HostWork<>() {
          @Override
          public void run(Job<TestWork> job) throws Exception {
            TestWork.run(job);
          }

          @Override
          public void prepare() throws Exception {
            prepared.release();
            if (preparations.incrementAndGet() % 2 == 1) {
              throw new OutOfMemoryError("not prepared");
            }
            throw new IOException("not prepared");
          }
        };
    Lanes<TestWork> lanes =
        new Lanes<>(
            new InlineWork<>(TestWork::run), Map.of(group, new HostLanes<>(group, preparing)));
    try (Run observer = new Run();
        Executor<TestWork> executor =
            Executor.start(lanes, ExecutorOptions.USUAL, observer, TraceSink.OFF, Ticker.SYSTEM)) {
      AtomicInteger ran = new AtomicInteger();
      for (int jobs = 1; jobs <= 3; jobs++) {
        TestWork work = new TestWork("task", ran::incrementAndGet);
        Job<TestWork> job =
            new Job<>(new JobId(jobs), JobKind.KERNEL, List.of(), JobPlacement.on(group), work);
        executor.submitAwaited(job).await();
        assertThat(ran).hasValue(jobs);
        assertThat(isPrepared(executor, prepared)).as("after job %d", jobs).isTrue();
      }
    }
  }
}
