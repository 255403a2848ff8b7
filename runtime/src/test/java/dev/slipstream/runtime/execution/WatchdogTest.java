package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the reports about a run without progress. */
@Timeout(120)
class WatchdogTest {
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
      String standstill = null;
      while (standstill == null) {
        run.ticker.advance(Duration.ofSeconds(21));
        standstill = run.standstills.poll(10, TimeUnit.MILLISECONDS);
      }
      gate.countDown();
      assertThat(standstill)
          .as("code of the program may take as long as it likes")
          .doesNotContain("(other)")
          .contains(" " + stuck + " ")
          .containsPattern("for ([2-9][0-9]|[0-9]{3,}) s:");
      assertThat(standstill)
          .startsWith("no progress for ")
          .contains(" s: kernel J0 (Heat.step:42) on lane queue does not end; 0 further jobs run")
          .contains("slipstream.device=host");
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
}
