package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartTimesTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void loopsThatGainNothingAreLeftAloneForTwiceTheTimeOfTheProgram() {
    StartTimes first = StartTimes.NONE.afterTaking(SECOND, 0, /* mayPay= */ false);
    assertThat(first.pause()).isEqualTo(2 * SECOND);
    assertThat(first.afterLeavingAlone(SECOND / 2).pause()).isEqualTo(2 * SECOND);
  }

  @Test
  void aProgramThatTakesLongerWithEachStartIsNotLeftAloneForEver() {
    StartTimes times = StartTimes.NONE.afterTaking(SECOND, 0, /* mayPay= */ false);
    for (int tenths = 11; tenths < 20; tenths++) {
      times = times.afterLeavingAlone(tenths * SECOND / 10);
      assertThat(times.pause()).isEqualTo(2 * SECOND);
    }
  }

  @Test
  void longProgramsAreNeverLeftAlone() {
    StartTimes times = StartTimes.NONE;
    for (int starts = 0; starts < 4; starts++) {
      times = times.afterTaking(3600 * SECOND, 0, /* mayPay= */ false);
      assertThat(times.pause()).isZero();
    }
  }

  @Test
  void loopsThatGainASecondAreNeverLeftAlone() {
    StartTimes first = StartTimes.NONE.afterTaking(9 * SECOND, SECOND, /* mayPay= */ true);
    assertThat(first.afterTaking(9 * SECOND, SECOND, true).pause()).isZero();
  }

  @Test
  void aStartThatFailsEarlyDecidesForOneStartOnly() {
    StartTimes left =
        StartTimes.NONE
            .afterTaking(2 * SECOND, 1, true)
            .afterTaking(2 * SECOND, 1, true)
            .afterLeavingAlone(SECOND / 20);
    assertThat(left.pause()).isPositive();
    assertThat(left.afterLeavingAlone(3 * SECOND).pause()).isZero();
  }

  @Test
  void loopsThatSeemToGainHalfOfTheTimeAreLeftAloneOnceSinceTheAgentMayCostMore() {
    StartTimes second =
        StartTimes.NONE.afterTaking(SECOND, SECOND / 2, true).afterTaking(SECOND, SECOND / 2, true);
    assertThat(second.pause()).isEqualTo(2 * SECOND);
    assertThat(second.afterLeavingAlone(SECOND / 2).pause()).isPositive();
    assertThat(second.afterLeavingAlone(3 * SECOND / 2).pause()).isZero();
  }

  @Test
  void loopsThatGainLittleAreLeftAloneOnceAndThenIfThatWasFaster() {
    StartTimes first = StartTimes.NONE.afterTaking(3 * SECOND, 1, /* mayPay= */ true);
    assertThat(first.pause()).as("the second start is the first that knows what pays").isZero();
    StartTimes second = first.afterTaking(2 * SECOND, 1, /* mayPay= */ true);
    assertThat(second.pause()).isEqualTo(4 * SECOND);

    StartTimes faster = second.afterLeavingAlone(SECOND);
    assertThat(faster.pause()).isGreaterThanOrEqualTo(2 * SECOND);

    StartTimes slower = second.afterLeavingAlone(2 * SECOND + 1);
    assertThat(slower.pause()).isZero();
    assertThat(slower.afterTaking(2 * SECOND, 1, true).pause()).isZero();
    assertThat(slower.afterTaking(3 * SECOND, 1, true).pause()).isPositive();
  }

  @Test
  void loopsThatStopGainingAreLeftAlone() {
    StartTimes gaining = StartTimes.NONE.afterTaking(SECOND, SECOND, /* mayPay= */ true);
    assertThat(gaining.afterTaking(SECOND, 0, /* mayPay= */ false).pause()).isEqualTo(2 * SECOND);
  }
}
