package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.LocalNodes;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.SharingCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests ranks that all run the program, as threads. */
class PeerRanksTest {
  private static final int SECONDS = 30;

  private final BlockingQueue<Integer> codes = new LinkedBlockingQueue<>();

  private PeerRules rules(String options, boolean signalled) {
    return new PeerRules(
        SharingCost.NOTHING,
        0,
        options,
        Duration.ofSeconds(SECONDS),
        4,
        () -> signalled,
        codes::add);
  }

  private List<CompletableFuture<PeerRanks>> meet(PeerRules... all) {
    List<Communicator> nodes = LocalNodes.of(all.length);
    List<CompletableFuture<PeerRanks>> ranks = new ArrayList<>();
    for (int rank = 0; rank < all.length; rank++) {
      Communicator node = nodes.get(rank);
      PeerRules rules = all[rank];
      ranks.add(apart(() -> new PeerRanks(node, rules, Log.none())));
    }
    return ranks;
  }

  private static <T> CompletableFuture<T> apart(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static CompletableFuture<Boolean> end(PeerRanks ranks) {
    return apart(
        () -> {
          ranks.close();
          return true;
        });
  }

  @Test
  void noRankEndsBeforeTheProgramHasEndedEverywhere() throws Exception {
    List<PeerRanks> all = new ArrayList<>();
    for (CompletableFuture<PeerRanks> one :
        meet(rules("same", false), rules("same", false), rules("same", false))) {
      all.add(one.get(SECONDS, TimeUnit.SECONDS));
    }
    assertThat(all.get(0).reports()).isTrue();
    assertThat(all.get(1).reports()).isFalse();
    assertThat(all.get(2).replication().isOn()).isTrue();
    assertThat(all.get(0).statistics()).hasSize(3);
    CompletableFuture<Boolean> first = end(all.get(1));
    CompletableFuture<Boolean> second = end(all.get(0));
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    long began = System.nanoTime();
    assertThat(end(all.get(2)).get(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(first.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(second.get(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(PeerGroup.FAREWELL);
    assertThat(codes).isEmpty();
  }

  @Test
  void ranksWithOtherOptionsEnd() throws Exception {
    meet(rules("divide=always", false), rules("divide=auto", false));
    assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(PeerRules.FAILED);
    assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(PeerRules.FAILED);
  }

  @Test
  void aRankThatASignalEndsDoesNotWaitAndEndsTheOthers() throws Exception {
    List<CompletableFuture<PeerRanks>> all = meet(rules("same", true), rules("same", false));
    all.get(1).get(SECONDS, TimeUnit.SECONDS);
    assertThat(end(all.get(0).get(SECONDS, TimeUnit.SECONDS)).get(SECONDS, TimeUnit.SECONDS))
        .isTrue();
    assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(PeerRules.TERMINATED);
  }

  @Test
  void hostTasksSayEachOtherSomethingUntilARankIsLost() throws Exception {
    List<CompletableFuture<PeerRanks>> all = meet(rules("same", false), rules("same", true));
    PeerChannels first = all.get(0).get(SECONDS, TimeUnit.SECONDS).channels().orElseThrow();
    PeerRanks second = all.get(1).get(SECONDS, TimeUnit.SECONDS);
    second.channels().orElseThrow().send(0, 0, new byte[] {7});
    assertThat(first.receive(0, 1)).containsExactly(7);
    CompletableFuture<byte[]> waiting = apart(() -> first.receive(0, 1));
    end(second).get(SECONDS, TimeUnit.SECONDS);
    assertThatThrownBy(() -> waiting.get(SECONDS, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SlipstreamException.class)
        .hasMessageContaining("rank 1 ends by a signal");
  }

  @Test
  void onlyOneThreadSubmitsLoopsWhileItIsAlive() throws Exception {
    List<String> reasons = new ArrayList<>();
    SubmittingThread only = new SubmittingThread(reasons::add);
    Thread first = new Thread(only::submits);
    first.start();
    first.join(TimeUnit.SECONDS.toMillis(SECONDS));
    only.submits();
    only.submits();
    CompletableFuture<Boolean> other =
        apart(
            () -> {
              only.submits();
              return true;
            });
    assertThatThrownBy(() -> other.get(SECONDS, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SlipstreamException.class)
        .hasMessageContaining("slipstream.mode=master");
    assertThat(reasons).hasSize(1);
  }
}
