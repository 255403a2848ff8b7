package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartTimesTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void loopsThatGainNothingAreLeftAloneForTwiceTheTimeOfTheProgram() {
    StartTimes first = StartTimes.NONE.afterTaking(SECOND, 0, /* mayPay= */ false);
    assertThat(first.pause()).isEqualTo(2 * SECOND);
    StartTimes second = first.afterLeavingAlone(SECOND / 2);
    assertThat(second.pause()).isEqualTo(SECOND);
    assertThat(second.afterLeavingAlone(SECOND).pause()).isEqualTo(2 * SECOND);
  }

  @Test
  void aStartThatIsShortOnceDoesNotMakeThePauseTooShortForTheOthers() {
    StartTimes slow = StartTimes.NONE.afterTaking(4 * SECOND, 0, /* mayPay= */ false);
    assertThat(slow.afterLeavingAlone(SECOND).pause()).isEqualTo(4 * SECOND);
  }

  @Test
  void loopsThatGainAQuarterOfTheTimeAreNeverLeftAlone() {
    StartTimes times = StartTimes.NONE;
    for (int starts = 0; starts < 5; starts++) {
      times = times.afterTaking(4 * SECOND, SECOND, /* mayPay= */ true);
      assertThat(times.pause()).isZero();
    }
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
  }

  @Test
  void loopsThatHaveBecomeSlowerThanWithoutTheAgentAreStillNotLeftAloneAfterOneSlowStart() {
    StartTimes slower =
        StartTimes.NONE
            .afterTaking(2 * SECOND, 1, true)
            .afterTaking(2 * SECOND, 1, true)
            .afterLeavingAlone(3 * SECOND);
    assertThat(slower.afterTaking(5 * SECOND, 1, true).pause()).isZero();
  }

  @Test
  void loopsThatStopGainingAreLeftAlone() {
    StartTimes gaining = StartTimes.NONE.afterTaking(SECOND, SECOND, /* mayPay= */ true);
    assertThat(gaining.afterTaking(SECOND, 0, /* mayPay= */ false).pause()).isEqualTo(2 * SECOND);
  }
}
