package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OpeningRuleTest {
  private static final long WORK = 32_000_000_000L;

  @Test
  void aLoopIsLongByTheTimeThatAllCoresTake() {
    assertThat(OpeningRule.after(Duration.ofSeconds(1), 2, () -> false, () -> {}).isTooEarly(WORK))
        .isFalse();
    assertThat(OpeningRule.after(Duration.ofSeconds(1), 16, () -> false, () -> {}).isTooEarly(WORK))
        .isTrue();
  }

  @Test
  void devicesAreOpenedOnceTheyWouldHaveSavedAsMuch() {
    OpeningRule rule = OpeningRule.after(Duration.ofSeconds(1), 2, () -> false, () -> {});
    rule.missed(999_000_000);
    assertThat(rule.isTooEarly(1)).isTrue();
    rule.missed(1_000_000);
    assertThat(rule.isTooEarly(1)).isFalse();
  }

  @Test
  void aProgramOnTwoCoresGainsFromThePreparationOfItsLoopsOnceItHasRunForSomeTime() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE);
    OpeningRule two = OpeningRule.after(Duration.ofSeconds(2), 2, () -> false, () -> {}, now::get);
    OpeningRule four = OpeningRule.after(Duration.ofSeconds(2), 4, () -> false, () -> {}, now::get);
    assertThat(two.isTooSoon()).isTrue();
    assertThat(four.isTooSoon()).isFalse();
    assertThat(OpeningRule.immediate().isTooSoon()).isFalse();
    now.addAndGet(800_000_000);
    assertThat(two.isTooSoon()).isFalse();
    assertThat(two.workThatWaits())
        .as("two cores gain less while an execution waits")
        .isGreaterThan(four.workThatWaits());
  }
}
