package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.TaskProgram;
import org.junit.jupiter.api.Test;

class LookaheadTest {
  private final Machines machines = machines(1, 2);
  private final TaskProgram program = machines.program();

  private static Machines machines(int nodes, int devices) {
    return new Machines(
        CommandOptions.of(nodes),
        Machines.options(nodes, NodeTopology.of(devices, true)),
        StepHorizons.of(2, 999));
  }

  private int heldBack() {
    return machines.node(0).graph().heldBack();
  }

  private void chain(Buffer buffer, int tasks) {
    for (int i = 0; i < tasks; i++) {
      program.loop("chain", 64).readWrite(buffer, oneToOne()).submit();
    }
  }

  @Test
  void commandsThatWouldAllocateAreHeldUntilTwoHorizonsBringNoNewNeeds() {
    Buffer a = program.hostBuffer("a", 64);
    Buffer b = program.hostBuffer("b", 64);
    chain(a, 3);
    assertThat(program.horizons()).hasSize(1);
    assertThat(heldBack()).isEqualTo(4);
    chain(b, 1);
    chain(a, 1);
    assertThat(program.horizons()).hasSize(2);
    assertThat(machines.on(Instruction.Kernel.class))
        .as("the need came between the horizons")
        .isEmpty();
    chain(a, 2);
    assertThat(program.horizons()).hasSize(3);
    assertThat(heldBack()).isZero();
    assertThat(machines.on(Instruction.Kernel.class)).hasSize(14);
    chain(a, 1);
    assertThat(machines.on(Instruction.Kernel.class))
        .as("what does not allocate is not held")
        .hasSize(16);
  }

  @Test
  void aCommandForWhichAllOfABufferIsAllocatedIsNotHeld() {
    Buffer a = program.hostBuffer("a", 64);
    program.loop("all", 64).read(a, all()).submit();
    assertThat(heldBack()).isZero();
    assertThat(machines.on(Instruction.Kernel.class)).hasSize(2);
  }

  @Test
  void aFenceReleasesWhatIsHeld() {
    Buffer a = program.hostBuffer("a", 64);
    chain(a, 1);
    assertThat(machines.on(Instruction.Kernel.class)).isEmpty();
    program.loop("read", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE);
    assertThat(machines.on(Instruction.Kernel.class)).hasSize(2);
    assertThat(machines.on(Instruction.Fence.class)).hasSize(1);
  }

  @Test
  void anEpochReleasesWhatIsHeld() {
    chain(program.hostBuffer("a", 64), 1);
    program.barrier();
    assertThat(machines.on(Instruction.Kernel.class)).hasSize(2);
    assertThat(heldBack()).isZero();
  }

  @Test
  void aFlushReleasesWhatIsHeld() {
    Buffer a = program.hostBuffer("a", 64);
    chain(a, 1);
    assertThat(machines.node(0).graph().forget(a.id())).isEmpty();
    assertThat(machines.node(0).graph().flush())
        .as("allocate, copy, run and free on two devices")
        .hasSize(8);
    assertThat(machines.node(0).graph().flush()).isEmpty();
  }

  @Test
  void aStencilGivesOneAllocationForEachBufferAndDevice() {
    Machines cluster = machines(2, 2);
    Buffer u = cluster.program().hostBuffer("u", 256);
    Buffer next = cluster.program().buffer("next", 256);
    for (int i = 0; i < 20; i++) {
      Buffer from = i % 2 == 0 ? u : next;
      Buffer to = i % 2 == 0 ? next : u;
      cluster.program().loop("init", 256).write(to, oneToOne()).submit();
      cluster.program().loop("step", 256).read(from, around(1)).write(to, oneToOne()).submit();
    }
    cluster.program().shutdown();
    for (int rank = 0; rank < 2; rank++) {
      for (int device = 0; device < 2; device++) {
        assertThat(cluster.allocations(rank, MemoryId.ofDevice(device))).hasSize(2);
      }
      assertThat(cluster.on(rank, Instruction.Copy.class))
          .noneMatch(copy -> copy.reason() == Instruction.Copy.Reason.RESIZE);
    }
  }

  /** Each step reads what all earlier steps have written, and writes one more row. */
  @Test
  void aGrowingPatternGivesOneAllocationForEachBufferAndDevice() {
    Buffer rows = program.buffer("rows", 50, 64);
    program.loop("first", 64).write(rows, row(0)).submit();
    for (int step = 1; step < 50; step++) {
      Box before = Box.of(0, step, 0, 64);
      program
          .loop("step", 64)
          .read(rows, new RangeMapper.Fixed(Region.of(before)))
          .write(rows, row(step))
          .submit();
    }
    program.shutdown();
    for (int device = 0; device < 2; device++) {
      assertThat(machines.allocations(0, MemoryId.ofDevice(device))).hasSize(1);
    }
  }

  @Test
  void aProgramThatNeedsMoreMemoryAllTheTimeIsNotHeldBackWithoutEnd() {
    Buffer cells = program.hostBuffer("cells", 1_000);
    int most = 0;
    for (int i = 1; i < 1_000; i++) {
      program.loop("next", 1).read(cells, fixed(i - 1, i)).write(cells, fixed(i, i + 1)).submit();
      most = Math.max(most, heldBack());
    }
    assertThat(program.horizons()).hasSizeGreaterThan(300);
    assertThat(most).isBetween(64, 300);
    assertThat(machines.on(Instruction.Kernel.class)).hasSizeGreaterThan(700);
    assertThat(machines.on(Instruction.Allocate.class)).hasSizeLessThan(20);
  }

  @Test
  void withoutLookaheadAGrowingPatternAllocatesAgainAndAgain() {
    Machines eager = new Machines(1, 1);
    Buffer a = eager.program().buffer("a", 64);
    for (int end = 8; end <= 64; end += 8) {
      eager.program().loop("step", 1).write(a, fixed(0, end)).submit();
    }
    assertThat(eager.on(Instruction.Allocate.class)).hasSize(8);
    assertThat(eager.on(Instruction.Free.class)).hasSize(7);
  }

  private static RangeMapper row(long row) {
    return (chunk, domain) ->
        Region.of(Box.of(row, row + 1, chunk.box().min0(), chunk.box().max0()));
  }
}
