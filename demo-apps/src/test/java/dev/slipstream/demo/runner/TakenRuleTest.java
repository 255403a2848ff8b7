package dev.slipstream.demo.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.demo.runner.AgentReport.LoopEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class TakenRuleTest {
  @Test
  void loopsOnTheDeviceThatWasAskedForAreFine() {
    assertThat(complaints("opencl", entry(true, "opencl:1", 3, 0, 3))).isEmpty();
    assertThat(complaints("opencl:1", entry(true, "opencl:1", 3, 0, 3))).isEmpty();
    assertThat(complaints("cpu", entry(true, "cpu", 3, 0, 0))).isEmpty();
    assertThat(complaints("auto", entry(true, "cpu", 3, 1, 0))).isEmpty();
  }

  @Test
  void aRefusedLoopIsNamedWithItsReason() {
    assertThat(complaints("auto", entry(false, "host", 0, 0, 0)))
        .containsExactly("A.a:1 was refused: because");
  }

  @Test
  void aLoopThatRanOnNoDeviceIsNamed() {
    assertThat(complaints("auto", entry(true, "host", 0, 5, 0)))
        .containsExactly("A.a:1 ran on no device: because");
  }

  @Test
  void anotherDeviceThanTheOneAskedForIsAFault() {
    assertThat(complaints("opencl", entry(true, "cpu", 3, 0, 3)))
        .containsExactly("A.a:1 ran on cpu instead of opencl");
    assertThat(complaints("opencl:0", entry(true, "opencl:1", 3, 0, 3)))
        .containsExactly("A.a:1 ran on opencl:1 instead of opencl:0");
  }

  @Test
  void runsOnTheHostBesidesAreAFaultWhereADeviceWasNamed() {
    assertThat(complaints("cpu", entry(true, "cpu", 3, 2, 3)))
        .containsExactly("A.a:1 ran on the host 2 times");
  }

  @Test
  void runsOnOpenClWithoutLaunchesAreAFault() {
    assertThat(complaints("auto", entry(true, "opencl:0", 3, 0, 0)))
        .containsExactly("A.a:1 ran on opencl:0 without a launch");
  }

  private static LoopEntry entry(
      boolean taken, String where, long runs, long hostRuns, long launches) {
    return new LoopEntry("A.a:1", taken, "because", where, runs, hostRuns, launches);
  }

  private static List<String> complaints(String device, LoopEntry loop) {
    return new TakenRule(device).complaints(new AgentReport(loop.where(), List.of(loop), 0, 0));
  }
}
