package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests ranks that sleep until something arrives. */
class SleepingNodesTest {
  private static final int RANKS = 2;
  private static final String PATIENT = "120000";
  private static final Pattern IDLE = Pattern.compile("is idle with ([0-9.]+) % of a core");

  @Test
  void whatArrivesOverSharedMemoryWakesThem() throws Exception {
    wakes("all");
  }

  @Test
  void whatArrivesOverTcpWakesThem() throws Exception {
    wakes("tcp");
  }

  private static void wakes(String transports) throws IOException, InterruptedException {
    Ranks.assumeUcx();
    long seed = Seeds.random(73).nextInt();
    try (Ranks ranks = Ranks.start(RANKS, transports, "wakes", "" + seed, PATIENT)) {
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(ranks.awaitEnd(rank))
            .as("with seed %s", seed)
            .contains("rank " + rank + " has missed 0 wakes");
      }
    }
  }

  @Test
  void theyTakeNearlyNothingOfACore() throws Exception {
    Ranks.assumeUcx();
    try (Ranks ranks = Ranks.start(RANKS, "all", "idle", "0", "10000")) {
      for (int rank = 0; rank < RANKS; rank++) {
        List<String> lines = ranks.awaitEnd(rank);
        Matcher idle = IDLE.matcher(String.join("\n", lines));
        assertThat(idle.find()).as("%s", lines).isTrue();
        assertThat(Double.parseDouble(idle.group(1))).isLessThan(2.0);
      }
    }
  }
}
