package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Instruction.Copy.Reason;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.Mappers;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpillTest {
  private static final MemoryId DEVICE = MemoryId.ofDevice(0);

  /** The size of a buffer of 64 elements. */
  private static final long BUFFER = 64 * Machines.ELEMENT_BYTES;

  private static Machines machines(int devices, long budget) {
    return new Machines(1, NodeTopology.of(devices, true, budget));
  }

  private static void change(Machines machines, Buffer buffer) {
    machines.program().loop("change " + buffer.name(), 64).readWrite(buffer, oneToOne()).submit();
  }

  private static List<Instruction.Copy> spills(Machines machines) {
    return machines.on(Instruction.Copy.class).stream()
        .filter(copy -> copy.reason() == Reason.SPILL)
        .toList();
  }

  @Test
  void whatWasUsedLeastRecentlyGoesToTheHostAndComesBack() {
    Machines machines = machines(1, 2 * BUFFER);
    Buffer a = machines.program().hostBuffer("a", 64);
    Buffer b = machines.program().hostBuffer("b", 64);
    Buffer c = machines.program().hostBuffer("c", 64);
    change(machines, a);
    change(machines, b);
    change(machines, a);
    assertThat(spills(machines)).isEmpty();
    change(machines, c);
    assertThat(spills(machines)).extracting(copy -> copy.source().buffer()).containsExactly(b);
    Instruction.Copy spill = spills(machines).get(0);
    assertThat(spill.region()).isEqualTo(Region.of(Box.of(0, 64)));
    assertThat(spill.destination().memory()).isEqualTo(MemoryId.HOST);
    Instruction.Free free = machines.on(Instruction.Free.class).get(0);
    assertThat(free.allocation()).isEqualTo(spill.source());
    assertThat(machines.follows(0, free, spill)).isTrue();
    Instruction.Allocate last = machines.allocations(0, DEVICE).get(2);
    assertThat(last.allocation().buffer()).isEqualTo(c);
    assertThat(machines.follows(0, last, free)).as("there is room only then").isTrue();
    change(machines, b);
    assertThat(machines.copies(0, MemoryId.HOST, DEVICE))
        .extracting(Instruction.Copy::region)
        .containsExactly(Region.of(Box.of(0, 64)));
    assertThat(spills(machines))
        .extracting(copy -> copy.source().buffer())
        .as("a is the older one now")
        .containsExactly(b, a);
  }

  @Test
  void whatIsFreshElsewhereIsFreedWithoutACopy() {
    Machines machines = machines(1, BUFFER);
    Buffer a = machines.program().hostBuffer("a", 64);
    Buffer b = machines.program().hostBuffer("b", 64);
    machines.program().loop("read", 64).read(a, oneToOne()).submit();
    change(machines, b);
    assertThat(spills(machines)).isEmpty();
    assertThat(machines.on(Instruction.Free.class)).hasSize(1);
    machines.program().loop("read", 1).read(b, Mappers.all()).fence(FenceTask.Reach.FIRST_NODE);
    change(machines, a);
    assertThat(spills(machines)).as("the heap has it too").isEmpty();
  }

  @Test
  void aWorkingSetOfThreeTimesTheMemoryComesOutRight() {
    Random random = Seeds.random(75);
    for (int devices = 1; devices <= 3; devices++) {
      for (boolean direct : new boolean[] {true, false}) {
        long budget = 2 * (BUFFER / devices + 2 * Machines.ELEMENT_BYTES * devices);
        Machines machines = new Machines(1, NodeTopology.of(devices, direct, budget));
        List<Buffer> buffers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          buffers.add(machines.program().hostBuffer("b" + i, 64));
        }
        for (int step = 0; step < 60; step++) {
          Buffer from = buffers.get(random.nextInt(6));
          Buffer to = buffers.get((buffers.indexOf(from) + 1 + random.nextInt(5)) % 6);
          machines
              .program()
              .loop("step", 64)
              .read(from, Mappers.around(1))
              .write(to, oneToOne())
              .submit();
        }
        for (Buffer buffer : buffers) {
          machines
              .program()
              .loop("read", 1)
              .read(buffer, Mappers.all())
              .fence(FenceTask.Reach.EVERY_NODE);
        }
        machines.program().shutdown();
        assertThat(spills(machines)).hasSizeGreaterThan(20);
        new Simulation(machines, random, Simulation.Fault.NONE).run();
      }
    }
  }

  @Test
  void aResizeForWhichThereIsNoRoomGoesOverTheHost() {
    Machines machines = machines(1, 100 * Machines.ELEMENT_BYTES);
    Buffer a = machines.program().buffer("a", 100);
    machines.program().loop("small", 60).write(a, oneToOne()).submit();
    TaskId large = machines.program().loop("large", 100).readWrite(a, oneToOne()).submit();
    assertThat(machines.on(Instruction.Copy.class))
        .extracting(Instruction.Copy::reason)
        .containsExactly(Reason.SPILL, Reason.COHERENCE);
    assertThat(machines.kernels(0, large)).hasSize(1);
    machines.program().shutdown();
    new Simulation(machines, Seeds.random(76), Simulation.Fault.NONE).run();
  }

  @Test
  void allocationsThatAreLargerThanATaskNeedsMakeRoomForIt() {
    Machines machines = machines(1, 100 * Machines.ELEMENT_BYTES);
    Buffer a = machines.program().hostBuffer("a", 80);
    Buffer b = machines.program().hostBuffer("b", 80);
    machines.program().loop("all", 80).readWrite(a, oneToOne()).submit();
    machines.program().loop("few", 1).read(a, fixed(0, 10)).write(b, fixed(0, 80)).submit();
    assertThat(machines.allocations(0, DEVICE))
        .extracting(allocate -> allocate.allocation().box())
        .containsExactly(Box.of(0, 80), Box.of(0, 10), Box.of(0, 80));
    machines.program().shutdown();
    new Simulation(machines, Seeds.random(77), Simulation.Fault.NONE).run();
  }

  @Test
  void allocationsAreNotJoinedToMoreBytesThanOneMayHave() {
    Machines machines =
        new Machines(
            1,
            NodeTopology.of(1, true, 1000 * Machines.ELEMENT_BYTES, 60 * Machines.ELEMENT_BYTES));
    Buffer a = machines.program().hostBuffer("a", 100);
    Buffer b = machines.program().hostBuffer("b", 100);
    machines.program().loop("left", 1).readWrite(a, fixed(0, 51)).write(b, fixed(0, 9)).submit();
    machines.program().loop("right", 1).readWrite(a, fixed(49, 100)).submit();
    assertThat(machines.allocations(0, DEVICE))
        .extracting(allocate -> allocate.allocation().box())
        .containsExactly(Box.of(0, 51), Box.of(0, 9), Box.of(49, 100));
    assertThat(machines.copied(0, DEVICE, MemoryId.HOST).area())
        .as("the other buffer may stay")
        .isEqualTo(51);
    machines.program().shutdown();
    new Simulation(machines, Seeds.random(78), Simulation.Fault.NONE).run();
  }

  @Test
  void aTaskThatNeedsMoreThanTheBudgetIsAnErrorThatNamesItsLoop() {
    Machines machines = machines(1, 2 * BUFFER);
    Buffer a = machines.program().hostBuffer("a", 64);
    Buffer b = machines.program().hostBuffer("b", 64);
    Buffer c = machines.program().hostBuffer("c", 1);
    change(machines, a);
    int before = machines.instructions(0).size();
    assertThatThrownBy(
            () ->
                machines
                    .program()
                    .loop("Heat.step:12", 64)
                    .read(a, oneToOne())
                    .write(b, oneToOne())
                    .read(c, Mappers.all())
                    .submit())
        .isInstanceOf(MemoryShortageException.class)
        .hasMessageContaining("Heat.step:12")
        .hasMessageContaining("device 0")
        .hasMessageContaining("1032 bytes")
        .hasMessageContaining("1024 may be used");
    assertThat(machines.instructions(0)).hasSize(before);
    change(machines, b);
    assertThat(machines.instructions(0).size()).isGreaterThan(before);
  }
}
