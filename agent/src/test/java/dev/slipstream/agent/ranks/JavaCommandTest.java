package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.RankLoss;
import dev.slipstream.runtime.configuration.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaCommandTest {
  private static Settings settings(String command) {
    return new JavaCommand(List.of(command.split(" "))).settings(Map.of());
  }

  @Test
  void theOptionsOfTheAgentAreReadAsTheProgramWillReadThem() {
    Settings settings =
        settings(
            "java -cp x -Dslipstream.peerTimeout=3 -javaagent:/a/slipstream-agent.jar=enabled=false"
                + " -Dslipstream.onRankLoss=abort -jar p.jar");
    assertThat(settings.enabled()).isFalse();
    assertThat(settings.cluster().peerTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.cluster().onRankLoss()).isEqualTo(RankLoss.ABORT);
  }

  @Test
  void argumentsOfTheProgramAreNoOptions() {
    for (String program : List.of("-jar p.jar", "Main", "-m a/b.C", "-cp x Main", "@file Main")) {
      assertThat(settings("java " + program + " -Dslipstream.enabled=false").enabled())
          .as(program)
          .isTrue();
    }
  }

  @Test
  void theEnvironmentCountsToo() {
    Settings settings =
        new JavaCommand(List.of("java", "Main")).settings(Map.of("SLIPSTREAM_PEER_TIMEOUT", "4"));
    assertThat(settings.cluster().peerTimeout()).isEqualTo(Duration.ofSeconds(4));
  }
}
