package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OpeningRuleTest {
  private static final long WORK = 32_000_000_000L;

  @Test
  void aLoopIsLongByTheTimeThatAllCoresTake() {
    assertThat(
            OpeningRule.after(Duration.ofSeconds(1), 2, 0, () -> false, () -> {}).isTooEarly(WORK))
        .isFalse();
    assertThat(
            OpeningRule.after(Duration.ofSeconds(1), 16, 0, () -> false, () -> {}).isTooEarly(WORK))
        .isTrue();
  }

  @Test
  void devicesAreOpenedOnceTheyWouldHaveSavedAsMuch() {
    OpeningRule rule = OpeningRule.after(Duration.ofSeconds(1), 2, 0, () -> false, () -> {});
    rule.missed(999_000_000);
    assertThat(rule.isTooEarly(1)).isTrue();
    rule.missed(1_000_000);
    assertThat(rule.isTooEarly(1)).isFalse();
  }

  @Test
  void onTwoCoresLessIsWaitedForThePreparationOfALoop() {
    OpeningRule two = OpeningRule.after(Duration.ofSeconds(2), 2, 0, () -> false, () -> {});
    OpeningRule four = OpeningRule.after(Duration.ofSeconds(2), 4, 0, () -> false, () -> {});
    assertThat(two.workThatWaits()).isGreaterThan(four.workThatWaits());
  }
}
