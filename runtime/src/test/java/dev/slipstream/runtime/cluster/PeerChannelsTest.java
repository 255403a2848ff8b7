package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.wire.WireFormException;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.LocalNodes;
import dev.slipstream.runtime.graph.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests channels between ranks that are threads of this process. */
@Timeout(60)
class PeerChannelsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final List<Rank> ranks = new ArrayList<>();
  private final Queue<String> warnings = new ConcurrentLinkedQueue<>();

  /** One rank. */
  private final class Rank implements PeerMail.Listener {
    final AtomicInteger pieces = new AtomicInteger();
    final PeerMail mail;
    final PeerChannels channels;

    Rank(Communicator communicator, Duration patience) {
      mail = new PeerMail(communicator, this);
      channels = new PeerChannels(mail, patience, warnings::add);
    }

    @Override
    public void received(Notice notice, NodeId from, WireReader in) {
      if (notice == Notice.SAID) {
        channels.said(from, in);
        // A test that sees this may receive the piece.
        pieces.incrementAndGet();
      } else if (notice == Notice.SILENT) {
        channels.silent(from, in);
      } else {
        channels.taken(from, in);
      }
    }

    @Override
    public void gone(NodeId node, String how) {
      channels.end(how);
    }

    @Override
    public void failed(Throwable cause) {
      channels.end(cause.toString());
    }
  }

  private void start(int count, Duration patience) {
    for (Communicator node : LocalNodes.of(count)) {
      ranks.add(new Rank(node, patience));
    }
    ranks.forEach(rank -> rank.mail.open());
  }

  private PeerChannels channels(int rank) {
    return ranks.get(rank).channels;
  }

  @AfterEach
  void close() {
    ranks.forEach(rank -> rank.mail.network().close());
  }

  private static byte[] content(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<Void> apart(Runnable work) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                result.complete(null);
              } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  @Test
  void whoReceivesAWarningDoesNotHoldUpTheNetwork() {
    start(2, LONG);
    Object monitor = new Object();
    List<Boolean> held = new ArrayList<>();
    PeerChannels impatient =
        new PeerChannels(
            ranks.get(0).mail,
            Duration.ofMillis(1),
            warning -> held.add(Thread.holdsLock(monitor)));
    impatient.await(monitor, () -> !held.isEmpty(), "to send something", 1);
    assertThat(held).containsExactly(false);
  }

  @Test
  void messagesOfAChannelArriveInTheirOrderFromEachRank() {
    start(3, LONG);
    int[] lengths = {
      0, 1, 5, ChannelOutbox.PIECE - 1, ChannelOutbox.PIECE, 0, ChannelOutbox.PIECE + 1, 700_000
    };
    for (int m = 0; m < lengths.length; m++) {
      channels(0).send(4, 2, content(lengths[m], m));
      channels(1).send(4, 2, content(lengths[m], 100 + m));
      channels(0).send(5, 2, content(lengths[m], 200 + m));
      channels(2).send(4, 0, content(lengths[m], 300 + m));
    }
    for (int m = 0; m < lengths.length; m++) {
      assertThat(channels(2).receive(5, 0)).isEqualTo(content(lengths[m], 200 + m));
    }
    for (int m = 0; m < lengths.length; m++) {
      assertThat(channels(2).receive(4, 1)).isEqualTo(content(lengths[m], 100 + m));
      assertThat(channels(0).receive(4, 2)).isEqualTo(content(lengths[m], 300 + m));
      assertThat(channels(2).receive(4, 0)).isEqualTo(content(lengths[m], m));
    }
  }

  @Test
  void whoReceivesWaitsForWhatIsSentLater() throws Exception {
    start(2, LONG);
    List<byte[]> received = new ArrayList<>();
    CompletableFuture<Void> receiver = apart(() -> received.add(channels(1).receive(0, 0)));
    Thread.sleep(20);
    assertThat(receiver).isNotDone();
    channels(0).send(0, 1, content(9, 9));
    receiver.get(60, TimeUnit.SECONDS);
    assertThat(received).containsExactly(content(9, 9));
  }

  @Test
  void messagesThatAreLargerThanAllThatMayBeUnderWayArriveBothWaysSimultaneously()
      throws Exception {
    start(2, LONG);
    byte[] there = content(40_000_001, 1);
    byte[] back = content(30_000_003, 2);
    CompletableFuture<Void> other =
        apart(
            () -> {
              channels(1).send(7, 0, back);
              assertThat(Arrays.equals(channels(1).receive(7, 0), there)).isTrue();
            });
    channels(0).send(7, 1, there);
    assertThat(Arrays.equals(channels(0).receive(7, 1), back)).isTrue();
    other.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aFastSenderWaitsAndFillsNoMemoryAndOtherChannelsGoOn() throws Exception {
    start(2, LONG);
    byte[] content = content(1 << 20, 3);
    AtomicInteger sent = new AtomicInteger();
    CompletableFuture<Void> sender =
        apart(
            () -> {
              for (int m = 0; m < 40; m++) {
                channels(0).send(1, 1, content);
                sent.incrementAndGet();
              }
            });
    // Messages of one rank arrive in order, so a message that never arrives would have arrived
    // before this one.
    while (sent.get() < 18) {
      Thread.onSpinWait();
    }
    channels(0).send(2, 1, content(3, 3));
    assertThat(channels(1).receive(2, 0)).isEqualTo(content(3, 3));
    int most = ChannelOutbox.WINDOW / ChannelOutbox.PIECE + 1;
    assertThat(ranks.get(1).pieces.get()).isLessThanOrEqualTo(most + 1);
    Thread.sleep(20);
    assertThat(sender).isNotDone();
    assertThat(sent.get()).isLessThanOrEqualTo(20);
    for (int m = 0; m < 40; m++) {
      assertThat(Arrays.equals(channels(1).receive(1, 0), content)).isTrue();
    }
    sender.get(60, TimeUnit.SECONDS);
  }

  @Test
  void manyMessagesWithoutContentDoNotPileUpEither() throws Exception {
    start(2, LONG);
    int count = 300_000;
    CompletableFuture<Void> sender =
        apart(
            () -> {
              for (int m = 0; m < count; m++) {
                channels(0).send(1, 1, new byte[0]);
              }
            });
    Thread.sleep(50);
    int most = ChannelOutbox.WINDOW / ChannelOutbox.OVERHEAD;
    assertThat(ranks.get(1).pieces.get()).isLessThanOrEqualTo(most);
    for (int m = 0; m < count; m++) {
      assertThat(channels(1).receive(1, 0)).isEmpty();
    }
    sender.get(60, TimeUnit.SECONDS);
  }

  @Test
  void whoeverWaitsWhenARankIsGoneGetsAnErrorThatNamesIt() throws Exception {
    start(3, LONG);
    List<CompletableFuture<Void>> waiting =
        List.of(
            apart(() -> channels(0).receive(0, 2)),
            apart(() -> channels(0).receive(0, 1)),
            apart(
                () -> {
                  for (int m = 0; m < 100; m++) {
                    channels(0).send(0, 1, new byte[1 << 20]);
                  }
                }));
    Thread.sleep(20);
    ranks.get(2).mail.network().close();
    for (CompletableFuture<Void> each : waiting) {
      assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(SlipstreamException.class)
          .hasMessageContaining("rank 2 has ended before the others");
    }
    assertThatThrownBy(() -> channels(0).receive(3, 1))
        .hasMessage(
            "rank 0 waits without success for rank 1 to send something: rank 2 has ended before the"
                + " others");
  }

  @Test
  void whoeverWaitsForARankWhoseProgramHasEndedGetsAllThatItHasSentAndThenAnError()
      throws Exception {
    start(3, LONG);
    CompletableFuture<Void> waiting = apart(() -> channels(0).receive(5, 1));
    byte[] content = content(3 << 20, 8);
    channels(1).send(4, 0, content);
    channels(1).send(4, 0, content);
    channels(1).leave();
    assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SlipstreamException.class)
        .hasMessageContaining(
            "rank 0 waits without success for rank 1 to send something: the program has ended"
                + " there; check that all ranks call the same methods of CollectiveContext");
    assertThat(Arrays.equals(channels(0).receive(4, 1), content)).isTrue();
    assertThat(Arrays.equals(channels(0).receive(4, 1), content)).isTrue();
    assertThatThrownBy(() -> channels(0).receive(4, 1)).hasMessageContaining("has ended there");
    assertThatThrownBy(() -> channels(2).receive(9, 1)).hasMessageContaining("has ended there");
    channels(2).send(9, 0, content(1, 1));
    assertThat(channels(0).receive(9, 2)).hasSize(1);
  }

  @Test
  void whatHasArrivedCanBeReceivedAfterTheEnd() throws Exception {
    start(2, LONG);
    channels(0).send(0, 1, content(5, 5));
    channels(0).send(0, 1, content(6, 6));
    assertThat(channels(1).receive(0, 0)).hasSize(5);
    while (ranks.get(1).pieces.get() < 2) {
      Thread.onSpinWait();
    }
    channels(1).end("that is enough");
    assertThat(channels(1).receive(0, 0)).hasSize(6);
    assertThatThrownBy(() -> channels(1).receive(0, 0)).hasMessageContaining("that is enough");
  }

  @Test
  void aThreadThatIsInterruptedWaitsNoLonger() throws Exception {
    start(2, LONG);
    CountDownLatch isInterrupted = new CountDownLatch(1);
    Thread[] receiver = new Thread[1];
    CompletableFuture<Void> receiving =
        apart(
            () -> {
              receiver[0] = Thread.currentThread();
              isInterrupted.countDown();
              channels(0).receive(0, 1);
            });
    isInterrupted.await();
    receiver[0].interrupt();
    assertThatThrownBy(() -> receiving.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("rank 0 was interrupted while it waited for rank 1");
  }

  @Test
  void whoeverHasWaitedForLongWarnsOnceAndWaitsOn() throws Exception {
    start(2, Duration.ofMillis(5));
    CompletableFuture<Void> receiving = apart(() -> channels(0).receive(0, 1));
    while (warnings.isEmpty()) {
      Thread.onSpinWait();
    }
    Thread.sleep(50);
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("rank 0 has waited for 0 s for rank 1 to send something")
        .contains("the same methods of CollectiveContext in the same order");
    channels(1).send(0, 0, new byte[0]);
    receiving.get(60, TimeUnit.SECONDS);
  }

  @Test
  void thereAreChannelsToOtherRanksOnly() {
    start(2, LONG);
    for (int rank : new int[] {-1, 0, 2}) {
      assertThatThrownBy(() -> channels(0).send(0, rank, new byte[0]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("rank 0 of 2 has no channel 0 to rank " + rank);
      assertThatThrownBy(() -> channels(0).receive(0, rank))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> channels(0).send(-1, 1, new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void piecesThatDoNotFitAreErrors() {
    start(2, LONG);
    for (long[] wrong : new long[][] {{0, 8, 4, 4}, {0, 8, 0, 9}, {0, 8, 0, 0}, {-1, 1, 0, 1}}) {
      WireWriter out = new WireWriter();
      out.number(wrong[0]);
      out.number(wrong[1]);
      out.number(wrong[2]);
      out.block(new byte[(int) wrong[3]]);
      assertThatThrownBy(
              () -> channels(0).said(new NodeId(1), new WireReader(out.written(), "a test")))
          .isInstanceOf(WireFormException.class);
    }
    WireWriter out = new WireWriter();
    out.number(0);
    out.number(1);
    assertThatThrownBy(
            () -> channels(0).taken(new NodeId(1), new WireReader(out.written(), "a test")))
        .isInstanceOf(WireFormException.class);
  }
}
