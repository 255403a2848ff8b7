package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Instruction.Reduce.Scope;
import dev.slipstream.runtime.graph.task.FenceTask;
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

  @Test
  void devicesThatDoNotContributeToAReductionSupplyTheIdentity() {
    Machines machines = new Machines(1, 4);
    Buffer sum = machines.program().buffer("sum", 1);
    TaskId task = machines.program().loop("reduce", 3).reduce(sum, false).submit();
    Instruction.FillIdentity fill = machines.on(Instruction.FillIdentity.class).get(0);
    assertThat(fill.destination().contents()).isEqualTo(Allocation.Contents.CONTRIBUTIONS);
    assertThat(fill.destination().box()).isEqualTo(Box.of(0, 4));
    List<Instruction.Contribute> parts = machines.on(Instruction.Contribute.class);
    assertThat(parts).extracting(Instruction.Contribute::contributor).containsExactly(0, 1, 2);
    List<Instruction.Kernel> kernels = machines.kernels(0, task);
    for (int i = 0; i < 3; i++) {
      assertThat(machines.follows(0, parts.get(i), kernels.get(i))).isTrue();
      assertThat(machines.follows(0, parts.get(i), fill)).isTrue();
      assertThat(parts.get(i).source()).isEqualTo(kernels.get(i).results().get(0));
    }
    Instruction.Reduce reduce = machines.on(Instruction.Reduce.class).get(0);
    assertThat(reduce.scope()).isEqualTo(Scope.DEVICES);
    assertThat(parts).allMatch(part -> machines.follows(0, reduce, part));
    machines.program().loop("look", 1).read(sum, all()).fence(FenceTask.Reach.EVERY_NODE);
    assertThat(machines.copied(0, MemoryId.HOST, MemoryId.HEAP)).isEqualTo(Region.of(Box.SCALAR));
  }

  @Test
  void aReductionToWhichAllDevicesContributeNeedsNoIdentity() {
    Machines machines = new Machines(1, 4);
    Buffer sum = machines.program().buffer("sum", 1);
    machines.program().loop("reduce", 64).reduce(sum, false).submit();
    assertThat(machines.on(Instruction.FillIdentity.class)).isEmpty();
    assertThat(machines.on(Instruction.Contribute.class)).hasSize(4);
  }

  @Test
  void aReductionOnOneDeviceIsDoneWhenItsKernelIs() {
    Machines machines = new Machines(1, 1);
    Buffer sum = machines.program().buffer("sum", 1);
    machines.program().loop("reduce", 64).reduce(sum, false).submit();
    assertThat(machines.on(Instruction.Reduce.class)).isEmpty();
    assertThat(machines.on(Instruction.Copy.class)).isEmpty();
  }

  @Test
  void theFirstChunkOfAReductionIncludesTheCurrentValue() {
    Machines machines = new Machines(1, 2);
    Buffer sum = machines.program().hostBuffer("sum", 1);
    TaskId task = machines.program().loop("reduce", 64).reduce(sum, true).submit();
    assertThat(machines.copied(0, MemoryId.HEAP, MemoryId.ofDevice(0)))
        .isEqualTo(Region.of(Box.SCALAR));
    assertThat(machines.copies(0, MemoryId.HEAP, MemoryId.ofDevice(1))).isEmpty();
    Instruction.Copy copy = machines.on(Instruction.Copy.class).get(0);
    assertThat(machines.follows(0, machines.kernels(0, task).get(0), copy)).isTrue();
    assertThat(machines.follows(0, machines.kernels(0, task).get(1), copy)).isFalse();
  }

  @Test
  void nodesPutTheirPartsTogetherAfterTheirDevicesHave() {
    Machines machines = new Machines(3, 2);
    Buffer sum = machines.program().buffer("sum", 1);
    machines.program().loop("reduce", 4).reduce(sum, false).submit();
    machines.program().loop("read", 64).read(sum, all()).submit();
    for (int rank = 0; rank < 3; rank++) {
      Instruction.GatherReceive gather = machines.on(rank, Instruction.GatherReceive.class).get(0);
      assertThat(gather.destination().box()).isEqualTo(Box.of(0, 3));
      int own = rank;
      List<Instruction.Reduce> reduces = machines.on(rank, Instruction.Reduce.class);
      Instruction.Reduce last = reduces.get(reduces.size() - 1);
      assertThat(last.scope()).isEqualTo(Scope.NODES);
      assertThat(machines.follows(rank, last, gather)).isTrue();
      assertThat(machines.on(rank, Instruction.Contribute.class))
          .filteredOn(part -> part.destination().equals(gather.destination()))
          .extracting(Instruction.Contribute::contributor)
          .containsExactly(own);
      assertThat(machines.node(rank).pilots())
          .hasSize(2)
          .allMatch(pilot -> pilot.box().equals(Box.SCALAR));
    }
  }

  @Test
  void aNodeWithoutAPartAnnouncesAnEmptyBoxAndSendsNothing() {
    Machines machines = new Machines(3, 1);
    Buffer sum = machines.program().buffer("sum", 1);
    machines.program().loop("reduce", 2).reduce(sum, false).submit();
    machines.program().loop("read", 1).read(sum, all()).onMaster();
    assertThat(machines.node(2).pilots()).hasSize(1).allMatch(pilot -> pilot.box().isEmpty());
    assertThat(machines.on(2, Instruction.Send.class)).isEmpty();
    assertThat(machines.on(1, Instruction.Send.class)).hasSize(1);
    assertThat(machines.on(0, Instruction.FillIdentity.class)).hasSize(1);
  }
}
