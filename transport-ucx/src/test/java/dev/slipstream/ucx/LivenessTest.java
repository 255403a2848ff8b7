package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LivenessTest {
  private static final long SECOND = 1_000_000_000;
  private static final long TIMEOUT = Duration.ofSeconds(10).toNanos();

  @Test
  void aSilentPeerIsLostBeforeTheTimeoutIsOver() {
    Liveness liveness = new Liveness(TIMEOUT, 0);
    assertThat(liveness.isLost(0, 7 * SECOND)).isFalse();
    assertThat(liveness.isLost(0, TIMEOUT - liveness.interval())).isTrue();
  }

  @Test
  void aPeerBeatsSeveralTimesInTheTimeout() {
    assertThat(new Liveness(TIMEOUT, 0).interval()).isEqualTo(SECOND);
    assertThat(new Liveness(SECOND, 0).interval()).isEqualTo(SECOND / 10);
  }

  @Test
  void whatThisProcessHasSleptThroughIsNotThePeersSilence() {
    Liveness liveness = new Liveness(TIMEOUT, 0);
    assertThat(liveness.slept(SECOND)).isZero();
    assertThat(liveness.slept(2 * SECOND)).isZero();
    assertThat(liveness.slept(3600 * SECOND)).isEqualTo(3597 * SECOND);
    assertThat(liveness.slept(3601 * SECOND)).isZero();
  }
}
