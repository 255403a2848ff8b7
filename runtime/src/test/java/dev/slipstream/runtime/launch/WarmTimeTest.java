package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmTimeTest {
  private static final long WORK = 1_000_000;
  private final WarmTime time = new WarmTime();

  @Test
  void twoSuccessiveTimesHaveToAgree() {
    time.add(WORK, 900_000);
    assertThat(time.isWarm()).isFalse();
    time.add(WORK, 300_000);
    assertThat(time.isWarm()).as("much faster").isFalse();
    time.add(WORK, 800_000);
    assertThat(time.isWarm()).as("much slower").isFalse();
    time.add(WORK, 320_000);
    assertThat(time.isWarm()).isTrue();
    assertThat(time.best()).isEqualTo(0.3);
  }

  @Test
  void theInterpreterAgreesWithItselfAndDoesNotCount() {
    for (int run = 0; run < 10; run++) {
      time.add(WORK, 5_000_000);
      assertThat(time.isWarm()).isFalse();
    }
  }

  @Test
  void aKernelThatHasRunForLongIsCompiledHoweverSlowItIs() {
    time.add(WORK, 120_000_000);
    time.add(WORK, 120_000_000);
    assertThat(time.isWarm()).isTrue();
  }

  @Test
  void timesThatNeverAgreeCountInTheEnd() {
    for (int run = 0; run < 6; run++) {
      assertThat(time.isWarm()).isFalse();
      time.add(WORK, 900_000 >> run);
    }
    assertThat(time.isWarm()).isTrue();
  }
}
