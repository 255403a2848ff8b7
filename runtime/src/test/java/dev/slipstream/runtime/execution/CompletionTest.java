package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests waiting for the end of a job. */
@Timeout(120)
class CompletionTest {
  @Test
  void whoForeseesTheEndOfAWaitIsNotDeceivedByIt() throws Exception {
    WaitEstimate foresight = new WaitEstimate();
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
    WaitEstimate foresight = new WaitEstimate();
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
      Run.awaitParked(waiter);
      waiter.interrupt();
      Run.awaitParked(waiter);
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
}
