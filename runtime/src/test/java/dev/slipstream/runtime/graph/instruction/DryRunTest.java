package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.TaskProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class DryRunTest {
  private static final int STEPS = 1_000;
  private static final int ELEMENTS = 4_096;
  private static final int ROW = 8;

  private static DryRun heat(int nodes, int devices) {
    DryRun run =
        new DryRun(
            CommandOptions.of(nodes), Machines.options(nodes, NodeTopology.of(devices, true)));
    TaskProgram program =
        new TaskProgram(StepHorizons.USUAL, SubmissionWindow.UNBOUNDED, run::submitted);
    Buffer u = program.hostBuffer("u", ELEMENTS);
    Buffer next = program.buffer("next", ELEMENTS);
    for (int step = 0; step < STEPS; step++) {
      Buffer from = step % 2 == 0 ? u : next;
      Buffer to = step % 2 == 0 ? next : u;
      program.loop("step", ELEMENTS).read(from, around(1)).write(to, oneToOne()).submit();
    }
    program.loop("read", 1).read(u, all()).fence(FenceTask.Reach.FIRST_NODE);
    return run;
  }

  /** A time-stepping program moves only what is necessary. */
  @Test
  void aTimeSteppingProgramOnOneDeviceUploadsOnceAndDownloadsOnce() {
    Traffic traffic = heat(1, 1).traffic().get(0);
    assertThat(traffic)
        .isEqualTo(new Traffic(STEPS, ELEMENTS * ROW, ELEMENTS * ROW, 0, 0, 0, 0, 0));
  }

  @Test
  void severalDevicesExchangeTheirBordersInEachStep() {
    Traffic traffic = heat(1, 4).traffic().get(0);
    assertThat(traffic.kernels()).isEqualTo(4L * STEPS);
    assertThat(traffic.uploaded()).as("borders twice").isEqualTo((ELEMENTS + 6) * ROW);
    assertThat(traffic.exchanged()).isEqualTo(6L * ROW * (STEPS - 1));
    assertThat(traffic.downloaded()).isEqualTo(ELEMENTS * ROW);
  }

  @Test
  void severalNodesSendTheirBordersInEachStepAndTheResultAtTheEnd() {
    DryRun run = heat(4, 2);
    assertThat(run.traffic().get(0).sent()).isEqualTo(ROW * (STEPS - 1L));
    assertThat(run.traffic().get(1).sent())
        .isEqualTo(2 * ROW * (STEPS - 1L) + (ELEMENTS / 4) * ROW);
  }

  @Test
  void eachOfTwoNodesMovesItsHalfAndSendsTheFirstOneWhatItReads() {
    List<Traffic> nodes = heat(2, 1).traffic();
    assertThat(nodes).extracting(Traffic::kernels).containsExactly(1000L, 1000L);
    assertThat(nodes).extracting(Traffic::uploaded).containsExactly(24_384L, 24_384L);
    assertThat(nodes).extracting(Traffic::downloaded).containsExactly(24_376L, 24_376L);
    assertThat(nodes).extracting(Traffic::onHost).containsExactly(16_384L, 0L);
    assertThat(nodes).extracting(Traffic::resized).containsExactly(0L, 8L);
    assertThat(nodes).extracting(Traffic::sent).containsExactly(7_992L, 24_376L);
  }

  @Test
  void whatManyNodesReadIsCountedWhereItIsPassedOn() {
    DryRun run =
        new DryRun(
            new CommandOptions(6, 1, new EvenSplitter(), 1),
            Machines.options(6, NodeTopology.of(1, true)));
    TaskProgram program =
        new TaskProgram(StepHorizons.USUAL, SubmissionWindow.UNBOUNDED, run::submitted);
    Buffer a = program.buffer(InitialContents.ON_FIRST_NODE, "a", ELEMENTS);
    program.loop("read", ELEMENTS).read(a, all()).submit();
    long all = ELEMENTS * ROW;
    assertThat(run.traffic())
        .extracting(Traffic::sent)
        .containsExactly(3 * all, 2 * all, 0L, 0L, 0L, 0L);
  }

  @Test
  void optionsForDifferentNumbersOfNodesAreRefused() {
    assertThatThrownBy(
            () -> new DryRun(CommandOptions.of(2), Machines.options(3, NodeTopology.of(1, true))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 nodes")
        .hasMessageContaining("3");
  }
}
