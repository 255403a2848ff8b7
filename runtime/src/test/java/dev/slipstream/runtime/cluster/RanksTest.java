package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.LocalNodes;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.SharingCost;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RanksTest {
  private static final int SECONDS = 30;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch met = new CountDownLatch(1);
  private final List<Communicator> left = LocalNodes.of(2);

  private final AfterLoss meetAgain =
      new AfterLoss() {
        @Override
        public boolean goesOn() {
          return true;
        }

        @Override
        public Optional<Communicator> regroup(int nodes) {
          asked.countDown();
          try {
            return met.await(SECONDS, TimeUnit.SECONDS)
                ? Optional.of(left.get(0))
                : Optional.empty();
          } catch (InterruptedException e) {
            return Optional.empty();
          }
        }
      };

  @Test
  void theEndWaitsForThoseThatAreAboutToMeetAgain() throws Exception {
    List<Communicator> all = LocalNodes.of(3);
    Ranks ranks = new FollowingRanks(all.get(0), SharingCost.NOTHING, meetAgain, Log.none());
    all.get(1).close();
    assertThat(asked.await(SECONDS, TimeUnit.SECONDS)).isTrue();

    Thread end = new Thread(ranks::close);
    end.start();
    while (end.isAlive() && end.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(end.isAlive()).isTrue();
    met.countDown();
    end.join(TimeUnit.SECONDS.toMillis(SECONDS));
    assertThat(end.isAlive()).isFalse();
    assertThat(ranks.group()).isEmpty();
  }
}
