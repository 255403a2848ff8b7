package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PausesTest {
  private final ManualTicker ticker = new ManualTicker();
  private final Pauses pauses = new Pauses(100, ticker);

  @Test
  void theFirstCallFollowsAPause() {
    assertThat(pauses.isOver()).isTrue();
  }

  @Test
  void callsThatFollowEachOtherCloselyFollowNoPauseHoweverManyThereAre() {
    pauses.isOver();
    for (int call = 0; call < 10; call++) {
      ticker.advance(Duration.ofNanos(99));
      assertThat(pauses.isOver()).isFalse();
    }
  }

  @Test
  void aCallThatComesLaterFollowsAPause() {
    pauses.isOver();
    ticker.advance(Duration.ofNanos(100));
    assertThat(pauses.isOver()).isTrue();
    assertThat(pauses.isOver()).isFalse();
  }
}
