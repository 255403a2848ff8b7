package dev.slipstream.benchmarks.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ManyThreadsTest {
  private final ManyThreads costs = new ManyThreads();

  @Test
  void processorTimeOfEachWayIsComparedWithPlainJava() {
    for (int round = 0; round < 3; round++) {
      costs.add("plain", "20000;50.0;0.0;0.0");
      costs.add("opencl", (12_000 + round) + ";10.0;15.0;50.0");
    }
    assertThat(costs.text())
        .containsPattern(
            "opencl +12,001 loops a second +75.0 µs \\(10.0 \\+ 15.0 \\+ 50.0\\) +1.50 times");
    assertThat(costs.json())
        .contains(
            "{\"way\":\"opencl\",\"loopsPerSecond\":12001,\"programMicros\":10.0,"
                + "\"slipstreamMicros\":15.0,\"driverMicros\":50.0}");
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThatThrownBy(() -> ManyThreads.run(new String[] {"agent.jar", "--loops", "8"}))
        .hasMessageContaining("--loops needs a number of at least 80; usage: bench threads");
  }
}
