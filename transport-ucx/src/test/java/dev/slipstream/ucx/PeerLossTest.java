package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests losses of peers: rank 1 dies while it is idle, rank 2 dies and rank 3 hangs while they send
 * and receive. Rank 0 is notified of all three, none of its operations waits forever, and it ends
 * in an orderly way.
 */
class PeerLossTest {
  private static final int RANKS = 4;
  private static final String PEER_TIMEOUT_MILLIS = "3000";

  @Test
  void aPeerThatDiesOrHangsIsReportedOverSharedMemory() throws Exception {
    losesAll("all");
  }

  @Test
  void aPeerThatDiesOrHangsIsReportedOverTcp() throws Exception {
    losesAll("tcp");
  }

  private static void losesAll(String transports) throws Exception {
    Ranks.assumeUcx();
    try (Ranks ranks = Ranks.start(RANKS, transports, "losses", "0", PEER_TIMEOUT_MILLIS)) {
      ranks.awaitLine(0, "is in the middle of it");
      ranks.kill(1);
      ranks.kill(2);
      ranks.stop(3);
      List<String> lines = ranks.awaitEnd(0);
      for (int rank = 1; rank < RANKS; rank++) {
        String loss = "rank 0 says: rank " + rank + " on .* is lost: .+";
        assertThat(lines).filteredOn(line -> line.matches(loss)).as(loss).hasSize(1);
      }
      assertThat(lines).contains("rank 0 may change all it has sent", "rank 0 has left");
    }
  }
}
