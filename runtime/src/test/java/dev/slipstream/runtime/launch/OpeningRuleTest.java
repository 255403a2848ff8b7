package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LoopName;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
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
  void devicesThatHaveGainedInEarlierStartsAreOpenedWithTheFirstLoop() {
    AtomicInteger opened = new AtomicInteger();
    ProgramExperience earlier = new ProgramExperience(0, true, Map.of());
    OpeningRule rule =
        OpeningRule.after(Duration.ofSeconds(2), 16, earlier, () -> false, opened::incrementAndGet);
    assertThat(opened).hasValue(1);
    assertThat(rule.isTooEarly(WORK)).isFalse();
  }

  @Test
  void devicesAreOpenedEarlyNextTimeIfTheyGainMoreThanTheOpeningTakes() {
    OpeningRule rule =
        OpeningRule.after(Duration.ofSeconds(2), 16, ProgramExperience.NONE, () -> false, () -> {});
    assertThat(rule.learnt(Map.of(), OptionalDouble.empty())).isEmpty();
    assertThat(rule.learnt(Map.of(), OptionalDouble.of(2e9))).isEmpty();
    ProgramExperience gained = rule.learnt(Map.of(), OptionalDouble.of(2.1e9)).orElseThrow();
    assertThat(gained.opensDevices()).isTrue();
    OpeningRule next = OpeningRule.after(Duration.ofSeconds(2), 16, gained, () -> true, () -> {});
    assertThat(next.learnt(Map.of(), OptionalDouble.empty())).as("not used this time").isEmpty();
    assertThat(next.learnt(Map.of(), OptionalDouble.of(-1)).orElseThrow().opensDevices()).isFalse();
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
