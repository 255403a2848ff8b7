package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControlCodecTest {
  private static final ControlCodec SENDER = new ControlCodec(2, 4, 77);
  private static final ControlCodec RECEIVER = new ControlCodec(1, 4, 77);

  private static final List<ControlMessage> ALL =
      List.of(
          new ControlMessage.Hello(),
          new ControlMessage.Beat(),
          new ControlMessage.Farewell("out of memory"),
          new ControlMessage.Announced(
              new Pilot(
                  new MessageId(new NodeId(2), 9),
                  TestNode.transfer(5, 6),
                  new NodeId(1),
                  Box.of(3, 8, 0, 2))),
          new ControlMessage.Routed(Route.SHARED_MEMORY),
          new ControlMessage.Ready(4, 1L << 40),
          new ControlMessage.Request(4),
          new ControlMessage.Piece(4, 1000, 200, 300, 5, false),
          new ControlMessage.Piece(4, 3, 0, 3, ControlMessage.Piece.FOLLOWS, true),
          new ControlMessage.Taken(List.of(5, 31)),
          new ControlMessage.Consumed(1 << 20),
          new ControlMessage.Told(3, 10, 4, ByteBuffer.wrap(new byte[] {7, 8})));

  private static ByteBuffer written(ControlMessage message) {
    ByteBuffer out = ByteBuffer.allocate(ControlCodec.MOST_BYTES);
    SENDER.write(List.of(message), out);
    return out.flip();
  }

  @Test
  void everyMessageIsReadAsItWasWritten() {
    for (ControlMessage message : ALL) {
      ByteBuffer bytes = written(message);
      assertThat(RECEIVER.sender(bytes)).isEqualTo(2);
      assertThat(RECEIVER.read(2, bytes)).isEqualTo(message);
    }
  }

  @Test
  void announcementsGoInFrontOfAnotherMessage() {
    ByteBuffer out = ByteBuffer.allocate(ControlCodec.MOST_BYTES);
    List<ControlMessage> messages = List.of(ALL.get(3), ALL.get(3), new ControlMessage.Request(4));
    assertThat(messages.get(0)).isInstanceOf(ControlMessage.Announced.class);
    SENDER.write(messages, out);
    ByteBuffer bytes = out.flip();
    assertThat(RECEIVER.sender(bytes)).isEqualTo(2);
    for (ControlMessage message : messages) {
      assertThat(RECEIVER.read(2, bytes)).isEqualTo(message);
    }
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @Test
  void aSenderWithoutTheTokenOrThatIsNoOtherRankIsUnknown() {
    ControlMessage hello = new ControlMessage.Hello();
    assertThat(new ControlCodec(1, 4, 78).sender(written(hello))).isEqualTo(-1);
    assertThat(new ControlCodec(1, 2, 77).sender(written(hello))).as("rank 2 of 2").isEqualTo(-1);
    assertThat(new ControlCodec(2, 4, 77).sender(written(hello))).as("itself").isEqualTo(-1);
    assertThat(RECEIVER.sender(ByteBuffer.allocate(5))).isEqualTo(-1);
    assertThat(RECEIVER.sender(ByteBuffer.allocate(ControlCodec.MOST_BYTES + 1))).isEqualTo(-1);
  }

  @Test
  void rangesOutsideOfWhatTheyAreOfAreRefused() {
    List<ControlMessage> wrong =
        List.of(
            new ControlMessage.Ready(4, 0),
            new ControlMessage.Ready(4, -1),
            new ControlMessage.Piece(4, 1000, 800, 300, 5, false),
            new ControlMessage.Piece(4, 1000, -8, 300, 5, false),
            new ControlMessage.Piece(4, -1, Long.MAX_VALUE, Integer.MAX_VALUE, 5, false),
            new ControlMessage.Piece(4, 1000, 0, 0, 5, false),
            new ControlMessage.Piece(4, 1000, 0, -1, 5, false),
            new ControlMessage.Piece(4, 1000, 0, 10, -2, false),
            new ControlMessage.Taken(List.of()),
            new ControlMessage.Taken(Collections.nCopies(StagingMemory.SLOTS + 1, 1)),
            new ControlMessage.Consumed(0),
            new ControlMessage.Consumed(-1),
            new ControlMessage.Told(3, 5, 4, ByteBuffer.wrap(new byte[] {7, 8})));
    for (ControlMessage message : wrong) {
      ByteBuffer bytes = written(message);
      RECEIVER.sender(bytes);
      assertThatThrownBy(() -> RECEIVER.read(2, bytes))
          .as("%s", message)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void garbageIsAMessageOrRefused() {
    Random random = Seeds.random(72);
    for (int i = Seeds.count(20_000, 1_000_000); i > 0; i--) {
      ByteBuffer bytes = written(ALL.get(random.nextInt(ALL.size())));
      int body = Long.BYTES + Integer.BYTES;
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        int at = body + random.nextInt(bytes.limit() - body);
        bytes.put(at, (byte) random.nextInt());
      }
      bytes.limit(body + 1 + random.nextInt(bytes.limit() - body));
      assertThat(RECEIVER.sender(bytes)).isEqualTo(2);
      try {
        assertThat(RECEIVER.read(2, bytes)).isNotNull();
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageNotContaining("null");
      }
    }
  }
}
