package dev.slipstream.benchmarks.attached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AgentCostsTest {
  private final AgentCosts costs = new AgentCosts(Path.of("agent.jar"), Path.of("folder"));

  @Test
  void eachWayIsComparedWithPlainJava() {
    for (int round = 0; round < 3; round++) {
      costs.add("hello", "plain", 0.04, 0.04);
      costs.add("hello", "later start", 0.12 + 0.01 * round, 0.16);
    }
    assertThat(costs.text())
        .containsPattern(
            "later start +0\\.130 \\[0\\.120, 0\\.140\\] +\\+0\\.090 more +processor 0\\.16"
                + " +4\\.00");
    assertThat(costs.json())
        .contains(
            "{\"program\":\"hello\",\"way\":\"later"
                + " start\",\"wallSeconds\":0.1300,\"least\":0.1200,"
                + "\"most\":0.1400,\"processorSeconds\":0.16}");
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThatThrownBy(() -> AgentCosts.run(new String[] {"agent.jar", "--round"}))
        .hasMessageContaining("'--round' is not an argument; usage: bench agent");
    assertThatThrownBy(() -> AgentCosts.run(new String[] {"agent.jar", "--classes", "many"}))
        .hasMessageContaining("--classes needs a number of at least 1");
  }
}
