package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Random programs whose loops are deferred print the same as in plain Java. */
class CoherenceFuzzTest {
  @Test
  void programsWhoseLoopsAreDeferredUntilSomebodyLooksSayTheSame() {
    FuzzRun.requireNoDifference(
        new CoherenceFuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING), FuzzRun.COUNT);
  }

  @Test
  void programsWithHostTasksSayTheSame() {
    FuzzRun.requireNoDifference(
        new CoherenceFuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING),
        Math.max(25, FuzzRun.COUNT / 4),
        FuzzProgram::withTasks);
  }

  @Test
  void aLoopWhoseIterationsMeetUnseenIsFound() {
    CoherenceFuzzer fuzzer = new CoherenceFuzzer(List.of(Pace.Kind.EAGER), LeftOut.NOTHING);
    String line = "for (@Parallel int i = 0; i < N; i++) a[i] = (#T) (a[x[i]] + i);";
    assertThat(
            fuzzer.firstDifference(List.of(FuzzProgram.of(FuzzRun.SEED, /* length= */ 80, line))))
        .isPresent();
  }
}
