package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the ring with which a node writes messages for a peer that has mapped its memory. */
class RingTest {
  private static final int SIZE = 1024;
  private static final int BLOCK = PeerBlocks.RING + SIZE;

  private final ByteBuffer ours = ByteBuffer.allocateDirect(BLOCK);
  private final ByteBuffer theirs = ByteBuffer.allocateDirect(BLOCK);
  private final RingWriter writer = new RingWriter(ours, 0, theirs.asReadOnlyBuffer(), 0, SIZE);
  private final RingReader reader = new RingReader(theirs, 0, ours.asReadOnlyBuffer(), 0, SIZE);

  private boolean write(byte[] bytes, int header) {
    ByteBuffer out = writer.begin(bytes.length);
    if (out == null) {
      return false;
    }
    out.put(bytes);
    writer.end(header, bytes.length);
    return true;
  }

  private List<byte[]> read() {
    List<byte[]> all = new ArrayList<>();
    reader.poll(
        (message, header) -> {
          byte[] bytes = new byte[message.remaining()];
          message.get(bytes);
          all.add(bytes);
        });
    return all;
  }

  @Test
  void messagesOfAllSizesArriveInTheirOrderWhileTheRingGoesRoundAndRound() {
    long seed = Seeds.random(91).nextLong();
    Random random = new Random(seed);
    Deque<byte[]> written = new ArrayDeque<>();
    int arrived = 0;
    int full = 0;
    while (arrived < 5000) {
      byte[] bytes = new byte[random.nextInt(400)];
      random.nextBytes(bytes);
      if (write(bytes, random.nextInt(bytes.length + 1))) {
        written.add(bytes);
      } else {
        full++;
      }
      if (random.nextInt(4) == 0) {
        for (byte[] read : read()) {
          assertThat(read).as("seed %s", seed).isEqualTo(written.remove());
          arrived++;
        }
      }
    }
    assertThat(full).as("how often the ring was full").isPositive();
  }

  @Test
  void nothingIsReadBeforeTheMessageIsComplete() {
    ByteBuffer out = writer.begin(8);
    assertThat(out).isNotNull();
    out.putLong(7);
    assertThat(read()).isEmpty();
    writer.end(8, 8);
    assertThat(read()).hasSize(1);
    assertThat(read()).isEmpty();
  }

  @Test
  void aPeerThatHasReadMoreThanWasWrittenGetsNothing() {
    assertThat(write(new byte[600], 0)).isTrue();
    RingWriter.LONGS.setVolatile(theirs, PeerBlocks.READ, 1L << 40);
    assertThat(write(new byte[600], 0)).isFalse();
    assertThat(write(new byte[600], 0)).isFalse();
    RingWriter.LONGS.setVolatile(theirs, PeerBlocks.READ, 608L);
    assertThat(write(new byte[600], 0)).isTrue();
  }

  @Test
  void whatIsNoMessageIsRefusedAndReadNowhereElse() {
    refuses(-8, 0, 0);
    refuses(SIZE + 8, 0, 0);
    refuses(12, 0, 0);
    refuses(16, 9, 0);
    refuses(16, -2, 0);
    refuses(16, 4, 5);
    refuses(16, 4, -1);
    refuses(16, Integer.MAX_VALUE, 0);
  }

  private static void refuses(long written, int length, int header) {
    ByteBuffer peer = ByteBuffer.allocateDirect(BLOCK);
    RingWriter.LONGS.setVolatile(peer, PeerBlocks.WRITTEN, written);
    peer.putInt(PeerBlocks.RING, length).putInt(PeerBlocks.RING + Integer.BYTES, header);
    RingReader fresh = new RingReader(ByteBuffer.allocateDirect(BLOCK), 0, peer, 0, SIZE);
    assertThatThrownBy(() -> fresh.poll((message, headerBytes) -> {}))
        .as("%s bytes, of which the first message has %s and %s", written, length, header)
        .isInstanceOf(IllegalArgumentException.class);
  }
}
