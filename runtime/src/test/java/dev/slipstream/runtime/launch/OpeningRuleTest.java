package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LoopName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OpeningRuleTest {
  private static final long WORK = 32_000_000_000L;

  @Test
  void aLoopIsLongByTheTimeThatAllCoresTake() {
    assertThat(
            OpeningRule.after(
                    Duration.ofSeconds(1), 2, ProgramExperience.NONE, () -> false, () -> {})
                .isTooEarly(WORK))
        .isFalse();
    assertThat(
            OpeningRule.after(
                    Duration.ofSeconds(1), 16, ProgramExperience.NONE, () -> false, () -> {})
                .isTooEarly(WORK))
        .isTrue();
  }

  @Test
  void devicesAreOpenedOnceTheyWouldHaveSavedAsMuch() {
    OpeningRule rule =
        OpeningRule.after(Duration.ofSeconds(1), 2, ProgramExperience.NONE, () -> false, () -> {});
    rule.missed(999_000_000);
    assertThat(rule.isTooEarly(1)).isTrue();
    rule.missed(1_000_000);
    assertThat(rule.isTooEarly(1)).isFalse();
  }

  @Test
  void onTwoCoresLessIsWaitedForThePreparationOfALoop() {
    OpeningRule two =
        OpeningRule.after(Duration.ofSeconds(2), 2, ProgramExperience.NONE, () -> false, () -> {});
    OpeningRule four =
        OpeningRule.after(Duration.ofSeconds(2), 4, ProgramExperience.NONE, () -> false, () -> {});
    assertThat(waits(two)).isGreaterThan(waits(four));
  }

  private static double waits(OpeningRule rule) {
    return rule.preparation(new LoopName("Heat", "heat", 12, 0)).workThatWaits();
  }
}
