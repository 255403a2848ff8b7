package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import org.junit.jupiter.api.Test;

class HostPartsTest {
  private final HostParts parts = new HostParts(Box.of(0, 10));

  private static Region row(int number) {
    return Region.of(Box.of(number, number + 1));
  }

  @Test
  void theFirstRowsAreWantedAloneAndWithTheThirdAllAre() {
    assertThat(parts.wanted(row(0))).isEqualTo(row(0));
    assertThat(parts.wanted(row(9))).isEqualTo(row(9));
    assertThat(parts.wanted(row(5))).isEqualTo(parts.whole());
  }

  @Test
  void afterSomeLoopsSingleRowsAreTriedAgain() {
    for (int look = 0; look < 3; look++) {
      parts.wanted(row(look));
    }
    parts.used(true);
    assertThat(parts.wanted(row(0))).isEqualTo(parts.whole());
    for (int loop = 0; loop < 16; loop++) {
      parts.used(true);
    }
    assertThat(parts.wanted(row(0))).isEqualTo(row(0));
  }

  @Test
  void whoWritesARowAgainAndAgainGetsEverything() {
    parts.areAloneNow(row(3));
    int writes = 0;
    while (parts.areAlone(row(3))) {
      writes++;
    }
    assertThat(writes).isBetween(10, 100);
    assertThat(parts.wanted(row(3))).isEqualTo(parts.whole());
  }

  @Test
  void whatALoopWritesIsAwayAgainAndWhatItOnlyReadsIsNot() {
    parts.areAloneNow(row(3));
    parts.used(false);
    assertThat(parts.areHome(row(3))).isTrue();
    assertThat(parts.areAlone(row(3))).isFalse();
    parts.used(true);
    assertThat(parts.areHome(row(3))).isFalse();
  }

  @Test
  void aBufferOfWhichTheHostHasARowForItselfMayChangeWithoutNotice() {
    int[][] rows = new int[10][100];
    TrackedBuffer buffer =
        new TrackedBuffer(
            new Buffer(
                new BufferId(0),
                "b",
                Box.of(0, 10),
                InitialContents.ON_EVERY_NODE,
                new ElementSize(8, true)),
            new TrackedLeaf[1],
            LeafShape.of(rows, 10).orElseThrow(),
            rows,
            0);
    buffer.used(true, rows, nanos -> {});
    assertThat(buffer.onDevices()).isTrue();
    buffer.isOnHostAlone(row(4));
    assertThat(buffer.onDevices()).isFalse();
    assertThat(buffer.hasLeftDevices()).isFalse();
    buffer.isOnHostAlone(buffer.whole());
    assertThat(buffer.hasLeftDevices()).isTrue();
  }
}
