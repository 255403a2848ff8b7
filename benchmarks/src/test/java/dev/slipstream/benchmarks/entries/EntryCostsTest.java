package dev.slipstream.benchmarks.entries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EntryCostsTest {
  private final EntryCosts costs = new EntryCosts(Path.of("agent.jar"), Path.of("program"), 20_000);

  @Test
  void eachWayIsComparedWithPlainJava() {
    for (int round = 0; round < 3; round++) {
      costs.add("plain", "rows, bounds change;900.0;200.0");
      costs.add("auto", "rows, bounds change;5000.0;" + (220 + 10 * round) + ".0");
    }
    assertThat(costs.text())
        .contains("rows, bounds change")
        .containsPattern("auto +230 \\[220, 240\\] +\\+30 more +1.15 times +first +5,000");
    assertThat(costs.json())
        .contains(
            "{\"loop\":\"rows, bounds"
                + " change\",\"way\":\"auto\",\"warmNanos\":230.0,\"least\":220.0,"
                + "\"most\":240.0,\"firstNanos\":5000.0}");
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThatThrownBy(() -> EntryCosts.run(new String[] {"agent.jar", "--round"}))
        .hasMessageContaining("'--round' is not an argument; usage: bench entries");
    assertThatThrownBy(() -> EntryCosts.run(new String[] {"agent.jar", "--rounds", "0"}))
        .hasMessageContaining("--rounds needs a number of at least 1");
  }
}
