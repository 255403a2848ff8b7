package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs whose loops several nodes share print the same as in plain Java. */
class SeveralNodesFuzzTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void programsWhoseLoopsSeveralNodesShareSayTheSame(int nodes) {
    int count = Math.max(10, FuzzRun.COUNT / 4);
    CoherenceFuzzer fuzzer =
        new CoherenceFuzzer(List.of(Pace.Kind.EAGER), LeftOut.NOTHING, DeviceSetup.ofNodes(nodes));
    FuzzRun.requireNoDifference(fuzzer, count);
    System.out.println("of " + fuzzer.deferred() + " loops shared " + fuzzer.deferredOnLast());
    assertThat(fuzzer.deferredOnLast()).isGreaterThan(count);
  }
}
