package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.membership.Launcher;
import dev.slipstream.runtime.membership.RunSecret;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class RankVariablesTest {
  @Test
  void theyAreThoseThatRanksRead() throws Exception {
    Map<String, String> environment = new HashMap<>(RankVariables.ofRun(4, "[::1]:4711"));
    environment.put(RankVariables.RANK, "3");
    Settings settings = Settings.read(new Properties(), environment, "");

    assertThat(settings.problems()).isEmpty();
    assertThat(new Launcher(settings.cluster(), environment).rank())
        .hasValueSatisfying(
            rank -> {
              assertThat(rank.rank()).isEqualTo(3);
              assertThat(rank.size()).isEqualTo(4);
              assertThat(rank.host()).isEqualTo("::1");
              assertThat(rank.port()).isEqualTo(4711);
            });
    assertThat(RunSecret.find(settings.cluster(), environment)).isNotNull();
    assertThat(environment.get(RunSecret.VARIABLE)).matches("[0-9a-f]{64}");
    assertThat(RankVariables.ofRun(4, "a:1").get(RunSecret.VARIABLE))
        .as("each run has its own")
        .isNotEqualTo(environment.get(RunSecret.VARIABLE));
  }

  @Test
  void otherHostsGetWhatConcernsSlipstreamAndJavaButNotTheRankOfAnOuterRun() {
    Map<String, String> environment =
        Map.of(
            "SLIPSTREAM_RANK", "1",
            "SLIPSTREAM_SECRET_FILE", "/s",
            "SLIPSTREAM_DEVICE", "cpu",
            "UCX_TLS", "tcp",
            "JAVA_TOOL_OPTIONS", "-Xmx1g",
            "HOME", "/root");
    assertThat(RankVariables.forwarded(environment))
        .containsOnlyKeys("SLIPSTREAM_DEVICE", "UCX_TLS", "JAVA_TOOL_OPTIONS");
  }
}
