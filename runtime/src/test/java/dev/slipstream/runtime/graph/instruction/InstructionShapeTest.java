package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.graph.command.Shape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The six programs of the reference allocate, copy and send exactly what is necessary. */
class InstructionShapeTest {
  /**
   * For each program: the copies from the heap, between devices, and through the host for others.
   * wave_sim exchanges two rows at each of three borders in 200 steps, and jacobi copies the
   * quarter of each device to the three others in 50.
   */
  @ParameterizedTest
  @CsvSource({
    "SOUP, 1, 1, 100, 1, 100, 0, 0",
    "CHAIN, 1, 1, 30, 1, 1, 0, 0",
    "EXPANDING, 1, 1, 31, 1, 1, 0, 0",
    "CONTRACTING, 1, 1, 31, 1, 16, 0, 0",
    "WAVE_SIM, 1, 1, 203, 2, 0, 0, 0",
    "JACOBI, 1, 1, 51, 4, 2, 0, 0",
    "WAVE_SIM, 1, 4, 812, 8, 0, 1200, 0",
    "JACOBI, 1, 4, 204, 16, 8, 600, 0",
    "SOUP, 2, 4, 100, 1, 100, 0, 0",
    "CHAIN, 2, 4, 30, 3, 1, 0, 58",
    "EXPANDING, 2, 4, 31, 2, 1, 0, 60",
    "CONTRACTING, 2, 4, 31, 2, 16, 0, 30",
    "WAVE_SIM, 2, 4, 812, 10, 0, 1200, 400",
    "JACOBI, 2, 4, 204, 18, 8, 600, 400",
  })
  void theSixProgramsAllocateAndCopyWhatTheyMust(
      Shape shape,
      int nodes,
      int devices,
      int kernels,
      int allocations,
      int uploads,
      int exchanged,
      int overHost) {
    Machines machines = new Machines(Machines.options(nodes, NodeTopology.of(devices, true)));
    shape.submit(machines.program().graph(), nodes, shape.tasks);
    machines.program().shutdown();
    assertThat(machines.on(Instruction.Kernel.class)).hasSize(kernels);
    assertThat(machines.on(Instruction.Allocate.class)).hasSize(allocations);
    assertThat(machines.on(Instruction.Free.class)).hasSize(allocations);
    int fromHeap = 0;
    int host = 0;
    int between = 0;
    for (Instruction.Copy copy : machines.on(Instruction.Copy.class)) {
      fromHeap += copy.source().memory().equals(MemoryId.HEAP) ? 1 : 0;
      host += isHost(copy.source()) || isHost(copy.destination()) ? 1 : 0;
      between += copy.source().memory().isDevice() && !isHost(copy.destination()) ? 1 : 0;
    }
    assertThat(fromHeap).isEqualTo(uploads);
    assertThat(between).isEqualTo(exchanged);
    assertThat(host).isEqualTo(overHost);
    int transfers = machines.on(Instruction.Send.class).size();
    assertThat(machines.on(Instruction.Receive.class)).hasSize(transfers);
    assertThat(machines.on(Instruction.SplitReceive.class)).isEmpty();
  }

  private static boolean isHost(Allocation allocation) {
    return allocation.memory().equals(MemoryId.HOST);
  }
}
