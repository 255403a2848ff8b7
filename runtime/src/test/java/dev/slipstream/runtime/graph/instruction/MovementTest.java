package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static dev.slipstream.runtime.graph.task.Mappers.reversed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.instruction.Instruction.Copy.Reason;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovementTest {
  private static final MemoryId FIRST = MemoryId.ofDevice(0);
  private static final MemoryId SECOND = MemoryId.ofDevice(1);

  @Test
  void peersCopyDirectly() {
    Machines machines = new Machines(1, NodeTopology.of(2, true));
    Buffer a = machines.program().buffer("a", 64);
    machines.program().loop("write", 64).write(a, oneToOne()).submit();
    machines.program().loop("read", 64).read(a, reversed()).submit();
    assertThat(machines.copied(0, FIRST, SECOND)).isEqualTo(Region.of(Box.of(0, 32)));
    assertThat(machines.copied(0, SECOND, FIRST)).isEqualTo(Region.of(Box.of(32, 64)));
    assertThat(machines.on(Instruction.Copy.class)).hasSize(2);
    assertThat(machines.allocations(0, MemoryId.HOST)).isEmpty();
  }

  @Test
  void withoutPeerCopiesTheHostIsOnTheWay() {
    Machines machines = new Machines(1, NodeTopology.of(2, false));
    Buffer a = machines.program().buffer("a", 64);
    machines.program().loop("write", 64).write(a, oneToOne()).submit();
    machines.program().loop("read", 64).read(a, reversed()).submit();
    assertThat(machines.copied(0, FIRST, MemoryId.HOST)).isEqualTo(Region.of(Box.of(0, 32)));
    assertThat(machines.copied(0, MemoryId.HOST, SECOND)).isEqualTo(Region.of(Box.of(0, 32)));
    assertThat(machines.copied(0, SECOND, MemoryId.HOST)).isEqualTo(Region.of(Box.of(32, 64)));
    assertThat(machines.copied(0, MemoryId.HOST, FIRST)).isEqualTo(Region.of(Box.of(32, 64)));
    assertThat(machines.on(Instruction.Copy.class)).hasSize(4);
    assertThat(machines.copies(0, FIRST, MemoryId.HOST).get(0).reason()).isEqualTo(Reason.STAGING);
  }

  @Test
  void aSnapshotIsCopiedBesideTheProgramsArrayBeforeLaterLoopsOverwriteIt() {
    Machines machines = new Machines(1, NodeTopology.of(2, true));
    Buffer a = machines.program().hostBuffer("a", 64);
    Buffer copy = machines.program().hostBuffer("copy", 64);
    machines.program().loop("write", 48).write(a, oneToOne()).submit();
    machines.program().loop("read", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE, copy);
    TaskId later = machines.program().loop("again", 48).write(a, oneToOne()).submit();
    List<Instruction.Copy> copies =
        machines.on(Instruction.Copy.class).stream()
            .filter(made -> made.destination().buffer().equals(copy))
            .toList();
    assertThat(copies).allMatch(made -> made.reason() == Reason.SNAPSHOT);
    assertThat(copies)
        .extracting(made -> made.source().memory())
        .containsExactlyInAnyOrder(FIRST, SECOND, MemoryId.HEAP);
    assertThat(Region.of(copies.stream().flatMap(made -> made.region().boxes().stream()).toList()))
        .isEqualTo(Region.of(Box.of(0, 64)));
    assertThat(machines.copied(0, FIRST, MemoryId.HEAP).area())
        .isEqualTo(24)
        .isEqualTo(machines.copied(0, SECOND, MemoryId.HEAP).area());
    Instruction.Fence fence = machines.on(Instruction.Fence.class).get(0);
    assertThat(copies).allMatch(made -> machines.follows(0, fence, made));
    for (Instruction.Copy made : copies) {
      for (Instruction.Kernel kernel : machines.kernels(0, later)) {
        boolean meets =
            made.source().memory().equals(MemoryId.ofDevice(kernel.device()))
                && made.region().intersects(Region.of(kernel.chunk()));
        assertThat(!meets || machines.follows(0, kernel, made)).isTrue();
      }
    }
  }

  @Test
  void aBroadcastIsStagedOnce() {
    Machines machines = new Machines(1, NodeTopology.of(4, false));
    Buffer a = machines.program().buffer("a", 64);
    machines.program().loop("write", 64).write(a, oneToOne()).submit();
    machines.program().loop("read", 64).read(a, all()).submit();
    for (int device = 0; device < 4; device++) {
      MemoryId memory = MemoryId.ofDevice(device);
      Region own = Region.of(Box.of(16L * device, 16L * device + 16));
      assertThat(machines.copies(0, memory, MemoryId.HOST))
          .extracting(Instruction.Copy::region)
          .containsExactly(own);
      assertThat(machines.copied(0, MemoryId.HOST, memory))
          .isEqualTo(Region.of(Box.of(0, 64)).difference(own));
    }
    int before = machines.on(Instruction.Copy.class).size();
    machines.program().loop("again", 64).read(a, all()).submit();
    assertThat(machines.on(Instruction.Copy.class)).hasSize(before);
  }

  @Test
  void elementsThatNothingHasWrittenAreZeroedAndNotCopied() {
    Machines machines = new Machines(2, 2);
    Buffer a = machines.program().buffer("a", 64);
    machines.program().loop("read", 64).read(a, around(1)).submit();
    assertThat(machines.on(Instruction.Copy.class)).isEmpty();
    assertThat(machines.on(Instruction.Clear.class)).hasSize(2);
  }

  @Test
  void aPushIsSentInBoxesThatAreAnnouncedWhenTheyArePlanned() {
    Machines machines = new Machines(2, 1);
    Buffer a = machines.program().buffer("a", 64, 64);
    machines.program().loop("write", 64, 64).write(a, oneToOne()).submit();
    Region ring = Region.of(Box.of(0, 32, 0, 64)).difference(Region.of(Box.of(8, 24, 8, 56)));
    TaskId read = machines.program().loop("read", 2).read(a, new RangeMapper.Fixed(ring)).submit();
    List<Instruction.Send> sends = machines.on(Instruction.Send.class);
    assertThat(sends).hasSize(ring.size()).hasSizeGreaterThan(2);
    assertThat(sends)
        .extracting(Instruction.Send::pilot)
        .isEqualTo(machines.node(0).pilots())
        .allMatch(pilot -> pilot.to().equals(new NodeId(1)))
        .allMatch(pilot -> pilot.transfer().consumer().equals(read))
        .doesNotHaveDuplicates();
    assertThat(Region.of(sends.stream().map(send -> send.pilot().box()).toList())).isEqualTo(ring);
    Instruction.Copy copy = machines.copies(0, FIRST, MemoryId.HOST).get(0);
    assertThat(copy.region()).isEqualTo(ring);
    assertThat(sends).allMatch(send -> machines.follows(0, send, copy));
    assertThat(machines.on(1, Instruction.Receive.class))
        .extracting(Instruction.Receive::region)
        .containsExactly(ring);
  }

  @Test
  void anAwaitPushOfDisconnectedPartsDoesNotAllocateTheirBoundingBox() {
    Machines machines = new Machines(2, 1);
    Buffer a = machines.program().buffer(InitialContents.ON_FIRST_NODE, "a", 1000);
    Region ends = Region.of(Box.of(0, 10), Box.of(990, 1000));
    machines.program().loop("read", 2).read(a, new RangeMapper.Fixed(ends)).submit();
    assertThat(machines.allocations(1, MemoryId.HOST))
        .extracting(allocate -> allocate.allocation().box())
        .containsExactlyInAnyOrder(Box.of(0, 10), Box.of(990, 1000));
    assertThat(machines.on(1, Instruction.Receive.class))
        .extracting(Instruction.Receive::region)
        .containsExactlyInAnyOrder(Region.of(Box.of(0, 10)), Region.of(Box.of(990, 1000)));
    assertThat(machines.on(0, Instruction.Send.class)).hasSize(2);
  }

  @Test
  void overlappingRequirementsHaveOneAwaitForEachSetOfReaders() {
    Machines machines = new Machines(2, 2);
    Buffer a = machines.program().buffer(InitialContents.ON_FIRST_NODE, "a", 128);
    TaskId task = machines.program().loop("read", 128).read(a, around(8)).submit();
    assertThat(machines.on(1, Instruction.Receive.class)).isEmpty();
    Instruction.SplitReceive split = machines.on(1, Instruction.SplitReceive.class).get(0);
    assertThat(split.region()).isEqualTo(Region.of(Box.of(56, 128)));
    List<Instruction.AwaitReceive> awaits = machines.on(1, Instruction.AwaitReceive.class);
    assertThat(awaits)
        .extracting(Instruction.AwaitReceive::region)
        .containsExactlyInAnyOrder(
            Region.of(Box.of(56, 88)), Region.of(Box.of(88, 104)), Region.of(Box.of(104, 128)));
    List<Instruction.Kernel> kernels = machines.kernels(1, task);
    for (Instruction.AwaitReceive await : awaits) {
      assertThat(machines.follows(1, await, split)).isTrue();
      for (Instruction.Kernel kernel : kernels) {
        assertThat(machines.follows(1, kernel, await))
            .as("%s needs %s", kernel.chunk(), await.region())
            .isEqualTo(kernel.bindings().get(0).region().intersects(await.region()));
      }
    }
  }

  @Test
  void readersOfTheSameHaveOneReceive() {
    Machines machines = new Machines(2, 4);
    Buffer a = machines.program().buffer(InitialContents.ON_FIRST_NODE, "a", 128);
    machines.program().loop("read", 128).read(a, all()).submit();
    assertThat(machines.on(1, Instruction.Receive.class)).hasSize(1);
    assertThat(machines.on(1, Instruction.SplitReceive.class)).isEmpty();
    assertThat(machines.on(1, Instruction.Copy.class)).hasSize(4);
  }

  @Test
  void hostTasksWorkInTheHeapOrInHostMemory() {
    for (MemoryId memory : List.of(MemoryId.HEAP, MemoryId.HOST)) {
      Machines machines = new Machines(1, NodeTopology.of(1, true).withHostTasksIn(memory));
      Buffer a = machines.program().hostBuffer("a", 64);
      machines.program().loop("write", 64).write(a, oneToOne()).submit();
      machines.program().loop("host", 1).readWrite(a, fixed(8, 16)).onMaster();
      assertThat(machines.copied(0, FIRST, memory)).isEqualTo(Region.of(Box.of(8, 16)));
      Instruction.HostWork work = machines.on(Instruction.HostWork.class).get(0);
      Allocation allocation = work.bindings().get(0).allocation().orElseThrow();
      assertThat(allocation.memory()).isEqualTo(memory);
      assertThat(allocation.box())
          .isEqualTo(memory.equals(MemoryId.HEAP) ? a.domain() : Box.of(8, 16));
    }
  }

  @Test
  void whoWritesTheHeapWaitsForItsReadersAndLeavesWhatDevicesHoldBehind() {
    Machines machines = new Machines(1, 2);
    Buffer a = machines.program().hostBuffer("a", 64);
    Buffer b = machines.program().hostBuffer("b", 64);
    machines.program().loop("read", 64).read(a, all()).write(b, oneToOne()).submit();
    List<Instruction.Copy> uploads = machines.on(Instruction.Copy.class);
    assertThat(uploads).hasSize(2);
    machines.program().loop("write", 1).write(a, all()).onMaster();
    Instruction.HostWork write = machines.on(Instruction.HostWork.class).get(0);
    assertThat(uploads).allMatch(upload -> machines.follows(0, write, upload));
    assertThat(machines.on(Instruction.Kernel.class))
        .as("what only uses copies goes on")
        .noneMatch(kernel -> machines.follows(0, write, kernel));
    machines.program().loop("again", 64).read(a, all()).write(b, oneToOne()).submit();
    assertThat(machines.on(Instruction.Copy.class)).hasSize(4);
    assertThat(machines.on(Instruction.Copy.class).get(3))
        .matches(upload -> upload.source().memory().equals(MemoryId.HEAP))
        .matches(upload -> machines.follows(0, upload, write));
  }
}
