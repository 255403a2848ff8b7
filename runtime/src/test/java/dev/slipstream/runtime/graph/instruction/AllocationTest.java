package dev.slipstream.runtime.graph.instruction;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.instruction.Instruction.Copy.Reason;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.TaskProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationTest {
  private static final MemoryId DEVICE = MemoryId.ofDevice(0);

  private final Machines machines = new Machines(1, 1);
  private final TaskProgram program = machines.program();

  private List<Box> allocated() {
    return machines.allocations(0, DEVICE).stream()
        .map(allocate -> allocate.allocation().box())
        .toList();
  }

  private static RangeMapper boxes(Box... boxes) {
    return new RangeMapper.Fixed(Region.of(boxes));
  }

  @Test
  void overlappingAccessesAllocateTheirBoundingBox() {
    Buffer a = program.hostBuffer("a", 64, 64);
    TaskId task =
        program
            .loop("two", 1)
            .read(a, boxes(Box.of(0, 10, 0, 10)))
            .read(a, boxes(Box.of(5, 20, 5, 20)))
            .submit();
    assertThat(allocated()).containsExactly(Box.of(0, 20, 0, 20));
    Instruction.Kernel kernel = machines.kernels(0, task).get(0);
    assertThat(kernel.bindings().get(0).allocation())
        .isEqualTo(kernel.bindings().get(1).allocation());
    assertThat(machines.copied(0, MemoryId.HEAP, DEVICE).area())
        .as("only what is read is copied")
        .isEqualTo(100 + 225 - 25);
  }

  @Test
  void disjointAccessesGetSeparateAllocations() {
    Buffer a = program.hostBuffer("a", 64);
    TaskId task = program.loop("two", 1).read(a, fixed(0, 10)).read(a, fixed(10, 20)).submit();
    assertThat(allocated()).containsExactlyInAnyOrder(Box.of(0, 10), Box.of(10, 20));
    Instruction.Kernel kernel = machines.kernels(0, task).get(0);
    assertThat(kernel.bindings().get(0).allocation().orElseThrow().box()).isEqualTo(Box.of(0, 10));
    assertThat(kernel.bindings().get(1).allocation().orElseThrow().box()).isEqualTo(Box.of(10, 20));
  }

  @Test
  void whatOneAccessNamesIsContiguousEvenInParts() {
    Buffer a = program.hostBuffer("a", 64);
    program.loop("parts", 1).read(a, boxes(Box.of(0, 4), Box.of(30, 40))).submit();
    assertThat(allocated()).containsExactly(Box.of(0, 40));
    assertThat(machines.copied(0, MemoryId.HEAP, DEVICE))
        .isEqualTo(Region.of(Box.of(0, 4), Box.of(30, 40)));
  }

  @Test
  void allAccessesToABufferAreInOneAllocationIfThatIsWanted() {
    Machines together =
        new Machines(
            Machines.options(1, NodeTopology.of(1, true))
                .withoutLookahead()
                .with(InstructionOptions.Contiguity.BUFFER));
    Buffer a = together.program().hostBuffer("a", 64);
    together.program().loop("two", 1).read(a, fixed(0, 10)).read(a, fixed(30, 40)).submit();
    assertThat(together.allocations(0, DEVICE))
        .extracting(allocate -> allocate.allocation().box())
        .containsExactly(Box.of(0, 40));
  }

  private static Machines chunked(int devices) {
    return new Machines(
        Machines.options(1, NodeTopology.of(devices, true))
            .withoutLookahead()
            .with(InstructionOptions.Contiguity.CHUNK)
            .withLeastDivided(10 * Machines.ELEMENT_BYTES));
  }

  private static List<Box> allocated(Machines machines, int device) {
    return machines.allocations(0, MemoryId.ofDevice(device)).stream()
        .map(allocate -> allocate.allocation().box())
        .toList();
  }

  @Test
  void ofALoopThatDevicesShareEachAllocatesWhatItsChunkAccesses() {
    Machines two = chunked(2);
    Buffer a = two.program().hostBuffer("a", 64);
    Buffer b = two.program().hostBuffer("b", 64);
    two.program().loop("stencil", 64).read(a, around(1)).write(b, oneToOne()).submit();
    assertThat(allocated(two, 0)).containsExactly(Box.of(0, 33), Box.of(0, 32));
    assertThat(allocated(two, 1)).containsExactly(Box.of(31, 64), Box.of(32, 64));
  }

  @Test
  void aLoopThatIsNotDividedAllocatesWholeBuffers() {
    Machines two = chunked(2);
    Buffer a = two.program().hostBuffer("a", 64);
    two.program().loop("one", 1).split(Splitting.WHOLE).read(a, fixed(3, 9)).submit();
    assertThat(allocated(two, 0)).containsExactly(Box.of(0, 64));
    assertThat(allocated(two, 1)).isEmpty();
  }

  @Test
  void smallBuffersAreWholeOnEachDevice() {
    Machines two = chunked(2);
    Buffer small = two.program().hostBuffer("small", 9);
    Buffer large = two.program().hostBuffer("large", 10);
    two.program().loop("some", 8).read(small, oneToOne()).read(large, oneToOne()).submit();
    assertThat(allocated(two, 1)).containsExactly(Box.of(0, 9), Box.of(4, 8));
  }

  @Test
  void buffersWithElementsOfDifferentSizesAreWholeOnEachDevice() {
    Machines two =
        new Machines(
            Machines.options(1, NodeTopology.of(2, true))
                .withoutLookahead()
                .with(InstructionOptions.Contiguity.CHUNK));
    Buffer rows =
        new Buffer(
            new BufferId(100),
            "rows",
            Box.of(0, 64),
            InitialContents.ON_EVERY_NODE,
            new ElementSize(Machines.ELEMENT_BYTES, false));
    Buffer flat = two.program().hostBuffer("flat", 64);
    two.program().loop("both", 64).read(rows, oneToOne()).read(flat, oneToOne()).submit();
    assertThat(allocated(two, 1)).containsExactly(Box.of(0, 64), Box.of(32, 64));
  }

  @Test
  void anAccessToWhatIsAllocatedAllocatesNothing() {
    Buffer a = program.hostBuffer("a", 64);
    program.loop("all", 64).read(a, all()).submit();
    program.loop("some", 64).read(a, fixed(3, 40)).submit();
    program.loop("write", 64).write(a, oneToOne()).submit();
    assertThat(allocated()).hasSize(1);
    assertThat(machines.on(Instruction.Copy.class)).hasSize(1);
  }

  @Test
  void aResizeCopiesOnlyWhatIsNotOverwritten() {
    Buffer a = program.buffer("a", 128);
    program.loop("small", 64).write(a, oneToOne()).submit();
    program.loop("large", 1).write(a, fixed(32, 128)).submit();
    assertThat(allocated()).containsExactly(Box.of(0, 64), Box.of(0, 128));
    List<Instruction.Copy> copies = machines.on(Instruction.Copy.class);
    assertThat(copies).hasSize(1);
    assertThat(copies.get(0).region()).isEqualTo(Region.of(Box.of(0, 32)));
    assertThat(copies.get(0).reason()).isEqualTo(Reason.RESIZE);
    List<Instruction.Free> frees = machines.on(Instruction.Free.class);
    assertThat(frees).hasSize(1);
    assertThat(frees.get(0).allocation()).isEqualTo(copies.get(0).source());
    assertThat(machines.follows(0, frees.get(0), copies.get(0))).isTrue();
  }

  @Test
  void aResizeCopiesNothingIfAllIsOverwritten() {
    Buffer a = program.buffer("a", 128);
    program.loop("small", 64).write(a, oneToOne()).submit();
    program.loop("large", 128).write(a, oneToOne()).submit();
    assertThat(machines.on(Instruction.Copy.class)).isEmpty();
    assertThat(machines.on(Instruction.Free.class)).hasSize(1);
  }

  @Test
  void aResizeKeepsWhatIsReadAndWritten() {
    Buffer a = program.buffer("a", 128);
    program.loop("small", 64).write(a, oneToOne()).submit();
    program.loop("large", 128).readWrite(a, oneToOne()).submit();
    assertThat(machines.on(Instruction.Copy.class).get(0).region())
        .isEqualTo(Region.of(Box.of(0, 64)));
    assertThat(machines.on(Instruction.Clear.class).get(0).region())
        .as("nothing has written the rest")
        .isEqualTo(Region.of(Box.of(64, 128)));
  }

  @Test
  void aForgottenBufferIsFreedAfterItsLastUse() {
    Buffer a = program.hostBuffer("a", 64);
    TaskId task = program.loop("all", 64).read(a, all()).submit();
    machines.node(0).graph().forget(a.id());
    Instruction.Free free = machines.on(Instruction.Free.class).get(0);
    assertThat(machines.follows(0, free, machines.kernels(0, task).get(0))).isTrue();
    program.shutdown();
    assertThat(machines.on(Instruction.Free.class)).hasSize(1);
  }

  @Test
  void theLastEpochFreesAllThereIs() {
    Buffer a = program.hostBuffer("a", 64);
    program.loop("all", 64).read(a, around(1)).submit();
    program.shutdown();
    assertThat(machines.on(Instruction.Free.class)).hasSize(1);
  }

  @Test
  void aFenceBringsElementsToTheHeapAndAllocatesNothing() {
    Buffer a = program.hostBuffer("a", 64);
    program.loop("some", 32).readWrite(a, oneToOne()).submit();
    TaskId fence = program.loop("read", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE);
    Instruction.Copy copy = machines.copies(0, DEVICE, MemoryId.HEAP).get(0);
    assertThat(copy.region()).as("the rest is there").isEqualTo(Region.of(Box.of(0, 32)));
    Instruction.Fence looks = machines.on(Instruction.Fence.class).get(0);
    assertThat(looks.task().id()).isEqualTo(fence);
    assertThat(machines.follows(0, looks, copy)).isTrue();
    assertThat(machines.allocations(0, MemoryId.HOST)).isEmpty();
    program.loop("again", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE);
    assertThat(machines.on(Instruction.Copy.class)).hasSize(2);
  }
}
