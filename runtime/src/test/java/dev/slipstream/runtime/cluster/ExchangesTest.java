package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.NodeId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangesTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private final Exchanges exchanges = new Exchanges(2);

  private static byte[] part(int value) {
    return new byte[] {(byte) value};
  }

  @Test
  void allPartsComeInTheOrderOfTheRanks() {
    Exchanges.Exchange first = exchanges.begin();
    assertThat(exchanges.given(new NodeId(1), first.number(), part(7))).isEmpty();
    List<byte[]> all = exchanges.given(new NodeId(0), first.number(), part(5)).orElseThrow();
    assertThat(all).containsExactly(part(5), part(7));
    exchanges.complete(first.number(), all);
    assertThat(first.await(LONG)).contains(all);
  }

  @Test
  void noRankWaitsForeverForOthersThatDoNotCome() {
    assertThat(exchanges.begin().await(Duration.ofMillis(1))).isEmpty();
  }
}
