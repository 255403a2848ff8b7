package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private static final long SECOND = 1_000_000_000;
  private static final long TIMEOUT = Duration.ofSeconds(10).toNanos();

  @Test
  void aSilentPeerIsLostBeforeTheTimeoutIsOver() {
    Heartbeat heartbeat = new Heartbeat(TIMEOUT, 0);
    assertThat(heartbeat.isLost(0, 7 * SECOND)).isFalse();
    assertThat(heartbeat.isLost(0, TIMEOUT - heartbeat.interval())).isTrue();
  }

  @Test
  void aPeerBeatsSeveralTimesInTheTimeout() {
    assertThat(new Heartbeat(TIMEOUT, 0).interval()).isEqualTo(SECOND);
    assertThat(new Heartbeat(SECOND, 0).interval()).isEqualTo(SECOND / 10);
  }

  @Test
  void whatThisProcessHasSleptThroughIsNotThePeersSilence() {
    Heartbeat heartbeat = new Heartbeat(TIMEOUT, 0);
    assertThat(heartbeat.slept(SECOND)).isZero();
    assertThat(heartbeat.slept(2 * SECOND)).isZero();
    assertThat(heartbeat.slept(3600 * SECOND)).isEqualTo(3597 * SECOND);
    assertThat(heartbeat.slept(3601 * SECOND)).isZero();
  }
}
