package dev.slipstream.runtime.scheduling;

import static dev.slipstream.runtime.scheduling.StreamMachine.OWN;
import static dev.slipstream.runtime.scheduling.StreamMachine.awaitQuietly;
import static dev.slipstream.runtime.scheduling.StreamMachine.write;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryShortageException;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.scheduling.StreamMachine.Use;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails on devices, or cannot be scheduled. */
class StreamFailuresTest {
  @Test
  void aKernelThatFailsIsReportedWhereItsResultIsRead() {
    StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED);
    int[] a = new int[8];
    CountDownLatch submitted = new CountDownLatch(1);
    machine.loop(
        8,
        (i, arrays) -> {
          awaitQuietly(submitted);
          throw new IllegalStateException("the device is on fire");
        },
        write(a));
    submitted.countDown();
    assertThatThrownBy(() -> machine.coherence.reads(a))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("Test.loop:1 on device 0")
        .hasRootCauseMessage("the device is on fire");
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }

  @Test
  void aLoopThatAnotherThreadCannotScheduleIsReportedWhereItsResultIsRead() {
    StreamMachine machine = new StreamMachine(1, /* budget= */ 100, /* lookahead= */ false);
    int[] a = new int[1000];
    machine.loop(1000, (i, arrays) -> arrays.get(0).set(i, 1), write(a));
    assertThatThrownBy(() -> machine.coherence.reads(a))
        .isInstanceOf(SlipstreamException.class)
        .hasRootCauseInstanceOf(MemoryShortageException.class);
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }

  @Test
  void aLoopThatItsOwnThreadCannotScheduleIsReportedWhereItIsSubmitted() {
    int[] a = new int[1000];
    try (StreamMachine machine =
        new StreamMachine(1, /* budget= */ 100, false, OrderedSteps.NEVER)) {
      assertThatThrownBy(() -> machine.loop(1000, (i, arrays) -> arrays.get(0).set(i, 1), write(a)))
          .isInstanceOf(MemoryShortageException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCopyThatFailsIsSaidWithItsArrayItsWayAndTheLoopThatNeedsIt(boolean lookahead) {
    requireNamed(
        lookahead,
        Instruction.Copy.class,
        "int[8] B0 [0, 8) from heap to device 0, for Test.loop:1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAllocationThatFailsIsSaidWithItsSizeItsArrayAndTheLoopThatNeedsIt(boolean lookahead) {
    requireNamed(
        lookahead,
        Instruction.Allocate.class,
        "32 bytes for ",
        "int[8] B0 on device 0, for Test.loop:1");
  }

  private static void requireNamed(
      boolean lookahead, Class<? extends Instruction> kind, String... texts) {
    StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED, lookahead);
    machine.node.breakAll(kind);
    int[] a = new int[8];
    machine.loop(8, (i, arrays) -> arrays.get(0).set(i, 1), new Use(a, AccessMode.READ_WRITE, OWN));
    assertThatThrownBy(machine::close)
        .isInstanceOf(ExecutionFailedException.class)
        .hasMessageContainingAll(texts)
        .hasRootCauseMessage("the cable is cut");
  }
}
