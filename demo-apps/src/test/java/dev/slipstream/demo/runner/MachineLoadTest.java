package dev.slipstream.demo.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineLoadTest {
  private static final MachineLoad START = new MachineLoad(4, 10_000, 5_000, 100);

  /** Ten seconds later, when all programs and this one have used so many core seconds. */
  private static Optional<String> after(double used, double own, int available) {
    return new MachineLoad(4, 10_000 + 4_000, 5_000 + (long) (100 * used), 100 + (long) (100 * own))
        .warning(START, available);
  }

  @Test
  void theOwnLoadIsNoReasonToWarn() {
    assertThat(after(40, 40, 4)).isEmpty();
    assertThat(after(38, 36, 4)).isEmpty();
    assertThat(after(3, 0, 4)).isEmpty();
  }

  @Test
  void aBusyMachineIsNamed() {
    assertThat(after(40, 26, 4))
        .contains(
            "other programs used 1.4 of the 4 cores meanwhile, so these times say little: run the"
                + " demo again on a quiet machine");
  }

  @Test
  void othersMayUseTheCoresThatThisProcessMayNotUse() {
    assertThat(after(40, 20, 2)).isEmpty();
    assertThat(after(40, 15, 2)).isPresent();
  }

  @Test
  void aFewTicksSayNothing() {
    assertThat(new MachineLoad(4, 10_700, 5_700, 100).warning(START, 4)).isEmpty();
  }

  @Test
  void whatLinuxShowsIsRead() {
    String machine =
        "cpu  100 20 30 400 50 6 7 8 90 0\ncpu0 50 10 15 200 25 3 4 4 45 0\n"
            + "cpu1 50 10 15 200 25 3 3 4 45 0\nintr 1 2 3\nctxt 5\n";
    String process = "77 (a (b) c) S 1 77 77 0 -1 4194560 9 9 9 9 1 2 3 4 20 0 30 0 1 2 3\n";
    assertThat(MachineLoad.parse(machine, process)).contains(new MachineLoad(2, 621, 158, 10));
  }

  @Test
  void whatHasAnotherFormIsNoLoad() {
    assertThat(MachineLoad.parse("", "")).isEmpty();
    assertThat(MachineLoad.parse("cpu 1 2 3\ncpu0 1 2 3", "1 (a) S 1")).isEmpty();
  }
}
