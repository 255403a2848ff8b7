package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HostTasksAtWorkTest {
  private long now = 5;
  private final HostTasksAtWork atWork = new HostTasksAtWork(() -> now);

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void aRankThatRunsATaskSaysSoAgainAndAgain() {
    assertThat(atWork.isToSay()).isFalse();
    atWork.begins();
    assertThat(atWork.isToSay()).isTrue();
    assertThat(atWork.isToSay()).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(atWork.isToSay()).isTrue();
    atWork.ends();
    pass(Duration.ofSeconds(1));
    assertThat(atWork.isToSay()).isFalse();
    assertThat(atWork.wereAny(Duration.ofSeconds(1))).isFalse();
    assertThat(atWork.wereAny(Duration.ofSeconds(2))).as("whoever waits begins anew").isTrue();
  }

  @Test
  void whatAnotherRankHasSaidCountsForAWhile() {
    assertThat(atWork.wereAny(Duration.ofDays(1))).isFalse();
    atWork.noteProgress();
    pass(Duration.ofSeconds(9));
    assertThat(atWork.wereAny(Duration.ofSeconds(10))).isTrue();
    pass(Duration.ofSeconds(2));
    assertThat(atWork.wereAny(Duration.ofSeconds(10))).isFalse();
  }
}
