package dev.slipstream.runtime.scheduling;

import static dev.slipstream.runtime.scheduling.StreamMachine.OWN;
import static dev.slipstream.runtime.scheduling.StreamMachine.awaitQuietly;
import static dev.slipstream.runtime.scheduling.StreamMachine.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.scheduling.StreamMachine.Use;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Copies of arrays as they are at one point of the stream. */
class StreamCopiesTest {
  @Test
  void aCopyOfEachStepCostsTheCopyAndLeavesTheProgramsArraysAlone() throws Exception {
    int size = 64;
    int steps = 200;
    int[] a = new int[size];
    List<CompletableFuture<Object>> copies = new ArrayList<>();
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      for (int step = 0; step < steps; step++) {
        machine.loop(size, StreamMachine::count, new Use(a, AccessMode.READ_WRITE, OWN));
        copies.add(machine.snapshot(a));
      }
      for (int step = 0; step < steps; step++) {
        assertThat((int[]) copies.get(step).get(60, TimeUnit.SECONDS)).containsOnly(step + 1);
      }
      assertThat(a).containsOnly(0);
      assertThat(machine.node.uploaded()).isEqualTo(size);
      assertThat(machine.node.downloaded()).isEqualTo((long) steps * size);
      machine.coherence.reads(a);
      assertThat(a).containsOnly(steps);
    }
  }

  @Test
  void aCopyOfSomeElementsMovesThoseAlone() throws Exception {
    int[] a = new int[64];
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      machine.loop(64, (i, arrays) -> arrays.get(0).set(i, (int) i), write(a));
      CompletableFuture<Object> copy = machine.hosts.snapshot(a, 10, 14);
      machine.loop(64, (i, arrays) -> arrays.get(0).set(i, -1), write(a));

      int[] copied = (int[]) copy.get(60, TimeUnit.SECONDS);
      assertThat(Arrays.copyOfRange(copied, 10, 14)).containsExactly(10, 11, 12, 13);
      assertThat(machine.node.downloaded()).isEqualTo(4);
      machine.coherence.reads(a);
      assertThat(a).containsOnly(-1);
    }
  }

  @Test
  void aCopyHasTheElementsThatOnlyTheHostHas() throws Exception {
    int[] a = {1, 2, 3, 4, 5, 6, 7, 8};
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      machine.loop(4, (i, arrays) -> arrays.get(0).set(i, 10 * (int) i), write(a));
      CompletableFuture<Object> copy = machine.snapshot(a);
      machine.hosts.writes(a);
      Arrays.fill(a, -1);

      assertThat((int[]) copy.get(60, TimeUnit.SECONDS)).containsExactly(0, 10, 20, 30, 5, 6, 7, 8);
      assertThat(a).containsOnly(-1);
    }
  }

  @Test
  void theSubmittingThreadDoesNotWaitForACopyAndWhatDependsOnItRunsInAThreadOfTheProgram()
      throws Exception {
    int[] a = new int[8];
    CountDownLatch mayRun = new CountDownLatch(1);
    try (StreamMachine machine = new StreamMachine(1, NodeTopology.UNLIMITED)) {
      machine.loop(
          8,
          (i, arrays) -> {
            awaitQuietly(mayRun);
            arrays.get(0).set(i, 7);
          },
          write(a));
      CompletableFuture<Object> copy = machine.snapshot(a);
      CompletableFuture<Boolean> ofRuntime =
          copy.thenApply(values -> RuntimeThreads.made(Thread.currentThread()));
      assertThat(copy).isNotDone();
      mayRun.countDown();

      assertThat((int[]) copy.get(60, TimeUnit.SECONDS)).containsOnly(7);
      assertThat(ofRuntime.get(60, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void theCopyOfAResultThatIsLostCompletesWithTheError() {
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
    CompletableFuture<Object> copy = machine.snapshot(a);
    assertThatThrownBy(() -> copy.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SlipstreamException.class)
        .hasMessageContaining("Test.loop:1 on device 0")
        .hasRootCauseMessage("the device is on fire");
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }
}
