package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PeerBlocksTest {
  @Test
  void blocksOfANodeDoNotOverlapAndEachHasRoomForAMessageAndForRequestedElements() {
    for (int nodes = 2; nodes < 100; nodes++) {
      PeerBlocks layout = PeerBlocks.of(nodes);
      assertThat(layout.ringBytes())
          .isGreaterThan(2 * (RingWriter.SIZES + ControlCodec.MOST_BYTES));
      assertThat(layout.ringBytes() % RingWriter.ALIGNMENT).isZero();
      assertThat(layout.slots()).isGreaterThanOrEqualTo(4);
      int end = layout.firstSlot() + layout.slots() * PeerBlocks.SLOT_BYTES;
      for (int owner = 0; owner < nodes; owner++) {
        int[] blocks = new int[nodes - 1];
        for (int peer = 0; peer < nodes; peer++) {
          if (peer != owner) {
            blocks[peer < owner ? peer : peer - 1] = layout.block(owner, peer);
          }
        }
        int[] used = Arrays.stream(blocks).filter(block -> block >= 0).sorted().toArray();
        assertThat(used).hasSize(Math.min(nodes - 1, layout.blocks()));
        for (int i = 0; i < used.length; i++) {
          int limit = i + 1 < used.length ? used[i + 1] : PeerBlocks.AREA_BYTES;
          assertThat(used[i] + end).isLessThanOrEqualTo(limit);
        }
      }
    }
  }
}
