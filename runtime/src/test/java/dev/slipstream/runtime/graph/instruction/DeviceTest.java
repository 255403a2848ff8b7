package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.TaskProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceTest {
  @Test
  void severalDevicesSplitTheChunkOfTheirNode() {
    Machines machines = new Machines(2, 4);
    Buffer a = machines.program().buffer("a", 64);
    TaskId task = machines.program().loop("write", 64).write(a, oneToOne()).submit();
    for (int rank = 0; rank < 2; rank++) {
      List<Instruction.Kernel> kernels = machines.kernels(rank, task);
      assertThat(kernels).extracting(Instruction.Kernel::device).containsExactly(0, 1, 2, 3);
      Region all = Region.of(kernels.stream().map(Instruction.Kernel::chunk).toList());
      assertThat(all).isEqualTo(Region.of(Box.of(32L * rank, 32L * rank + 32)));
      assertThat(kernels).allMatch(kernel -> kernel.chunk().area() == 8);
      for (Instruction.Kernel kernel : kernels) {
        assertThat(kernel.bindings().get(0).allocation().orElseThrow().box())
            .isEqualTo(kernel.chunk());
        assertThat(kernels)
            .as("they run at the same time")
            .noneMatch(other -> machines.follows(rankOf(kernel), kernel, other));
      }
    }
  }

  private static int rankOf(Instruction.Kernel kernel) {
    return kernel.chunk().min0() < 32 ? 0 : 1;
  }

  @Test
  void aChunkIsDividedAtItsGranularityAndInTilesIfTheLoopAllowsIt() {
    Machines machines = new Machines(1, 4);
    Buffer a = machines.program().buffer("a", 64, 64);
    TaskId tiles =
        machines
            .program()
            .loop("tiles", 64, 64)
            .split(Splitting.TILES)
            .write(a, oneToOne())
            .submit();
    assertThat(machines.kernels(0, tiles))
        .allMatch(kernel -> kernel.chunk().extent(0) == 32 && kernel.chunk().extent(1) == 32);
    TaskId rows =
        machines.program().loop("rows", 10, 64).granularity(4, 1).write(a, oneToOne()).submit();
    assertThat(machines.kernels(0, rows))
        .extracting(kernel -> kernel.chunk().extent(0))
        .containsExactly(4L, 4L, 2L);
  }

  @Test
  void aLoopThatCannotBeSplitRunsOnTheDeviceThatThePolicyChooses() {
    Machines machines = choosing((task, chunk, devices) -> devices - 1);
    Buffer a = machines.program().buffer("a", 64);
    TaskId task =
        machines.program().loop("whole", 64).split(Splitting.WHOLE).write(a, oneToOne()).submit();
    assertThat(machines.kernels(0, task)).extracting(Instruction.Kernel::device).containsExactly(2);
  }

  @Test
  void devicesThatShareNoLoopsRunWholeOnesOnly() {
    NodeTopology topology = NodeTopology.of(3, false).withLoopsSharedFrom(1);
    Machines machines = new Machines(1, topology);
    TaskId divided = machines.program().loop("Heat.step:12", 64).split(Splitting.ROWS).submit();
    TaskId whole = machines.program().loop("Sum.sum:9", 64).split(Splitting.WHOLE).submit();
    assertThat(machines.kernels(0, divided))
        .extracting(Instruction.Kernel::device)
        .containsExactly(1, 2);
    assertThat(machines.kernels(0, whole))
        .extracting(Instruction.Kernel::device)
        .containsExactly(0);
  }

  @Test
  void loopsAreSharedFromADeviceOnThatIsThere() {
    NodeTopology topology = NodeTopology.of(3, false);
    assertThatThrownBy(() -> topology.withLoopsSharedFrom(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of 3 devices none has the place 3");
  }

  @Test
  void aDeviceThatThereIsNotIsRefused() {
    Machines machines = choosing((task, chunk, devices) -> devices);
    TaskProgram.Work work = machines.program().loop("Heat.step:12", 64).split(Splitting.WHOLE);
    assertThatThrownBy(work::submit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chose device 3 for Heat.step:12");
  }

  private static Machines choosing(SchedulingPolicy policy) {
    return new Machines(
        Machines.options(1, NodeTopology.of(3, true)).withoutLookahead().with(policy));
  }
}
