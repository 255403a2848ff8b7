package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.StandInMemory;
import uk.ac.manchester.tornado.api.TornadoDeviceMap;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;

/** Loops that two stand-ins for devices of one model share. */
class SharedLoopsTest {
  private static final int CELLS = 1000;

  @TempDir Path folder;
  private List<Device> all = List.of();
  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws Exception {
    TornadoDeviceMap.each = 2;
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, SharedLoopsTest.class.getClassLoader());
    all = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
    devices = all.subList(0, 2);
  }

  @AfterEach
  void close() {
    TornadoDeviceMap.each = 1;
    TornadoExecutionPlan.refused = Void.class;
    TornadoExecutionPlan.refusing = device -> true;
    TornadoExecutionPlan.running = (device, arguments) -> {};
    all.forEach(Device::close);
  }

  private ResidentMachine machine() throws DeviceException {
    return new ResidentMachine(devices, NodeTopology.UNLIMITED);
  }

  @Test
  void devicesOfOneBackendShareLoopsByWayOfHostMemory() {
    assertThat(all).extracting(Device::id).contains("tornado:3");
    assertThat(all.get(0).sharesWith(all.get(1))).isTrue();
    assertThat(all.get(1).sharesWith(all.get(2))).isFalse();
    assertThat(all.get(0).copiesToPeers()).isFalse();
    assertThat(all.get(0).sharingCost().leastArrayBytes())
        .as("kernels need whole arrays")
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theHalvesOfAStencilExchangeTheirBordersOnly() throws Exception {
    int steps = 30;
    for (List<Device> model : List.of(all.subList(0, 2), all.subList(2, 4))) {
      devices = model;
      try (ResidentMachine machine = machine()) {
        assertThat(
                SharedPrograms.steps(
                    machine, SharedPrograms.waves(CELLS), SharedPrograms.waves(CELLS), steps))
            .isEqualTo(SharedPrograms.plainSteps(CELLS, steps));
        machine.finish();
        assertThat(machine.kernels).containsEntry(0, steps).containsEntry(1, steps);
        // Each device gets its half and a cell beside it, and a cell in each later step. The ends
        // of the second array, which no step writes, are read in the second step.
        assertThat(machine.elementsIn.get()).isEqualTo(CELLS + 2 + 2L * (steps - 1) + 2);
        assertThat(machine.elementsOut.get()).isEqualTo(2L * (steps - 1) + CELLS - 2);
        assertThat(machine.refusals).isEmpty();
      }
    }
  }

  @Test
  void anArrayThatBothReadGoesToEachOnceAndWhatTheyWriteStaysApart() throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(SharedPrograms.Sums.class, 1, "[D", "[D");
    double[] table = SharedPrograms.waves(CELLS);
    double[] sums = new double[CELLS];
    double[] plain = new double[CELLS];
    try (ResidentMachine machine = machine()) {
      for (int time = 0; time < 3; time++) {
        SharedPrograms.sums(machine, kernel, sums, table);
        SharedPrograms.plainSums(plain, table);
      }
      machine.coherence.reads(sums);
      assertThat(sums).isEqualTo(plain);
      machine.finish();
      assertThat(machine.elementsIn.get()).isEqualTo(3L * CELLS);
      assertThat(machine.elementsOut.get()).isEqualTo(CELLS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void loopsOfBothKindsAndAHostThatWritesInBetweenComputeWhatPlainJavaDoes(long seed)
      throws Exception {
    int first = seed % 2 == 0 ? 0 : 2;
    devices = all.subList(first, first + 2);
    try (ResidentMachine machine = machine()) {
      SharedPrograms.random(machine, seed, CELLS + (int) seed, 40);
    }
  }

  @Test
  void largeArraysAreCopiedOnBothAtATimeAlsoWhereTornadoVmPlacesArrays() throws Exception {
    for (List<Device> model : List.of(all.subList(0, 2), all.subList(2, 4))) {
      devices = model;
      try (ResidentMachine machine = machine()) {
        SharedPrograms.random(machine, 1, (1 << 18) + 3, 6);
      }
      devices.forEach(Device::close);
    }
  }

  @Test
  void theDevicesComputeAtTheSameTimeFromTheFirstLoopOn() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger met = new AtomicInteger();
    TornadoExecutionPlan.running =
        (device, arguments) -> {
          if (Arrays.stream(arguments).anyMatch(DoubleArray.class::isInstance)) {
            try {
              both.await(20, TimeUnit.SECONDS);
              met.incrementAndGet();
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
              throw new IllegalStateException("the other device does not compute", alone);
            }
          }
        };
    int times = 5;
    RangeKernel kernel = ResidentMachine.kernel(SharedPrograms.Sums.class, 1, "[D", "[D");
    double[] table = SharedPrograms.waves(CELLS);
    double[] sums = new double[CELLS];
    try (ResidentMachine machine = machine()) {
      for (int time = 0; time < times; time++) {
        SharedPrograms.sums(machine, kernel, sums, table);
      }
      machine.coherence.reads(sums);
      assertThat(met.get()).isEqualTo(2 * times);
    }
  }

  @Test
  void ofADeviceThatRefusesAKernelAtItsFirstLaunchTheHostRunsThePart() throws Exception {
    TornadoExecutionPlan.refused = DoubleArray.class;
    TornadoDevice broken = new TornadoDeviceMap().getAllBackends().get(1).getAllDevices().get(1);
    TornadoExecutionPlan.refusing = broken::equals;
    RangeKernel kernel = ResidentMachine.kernel(SharedPrograms.Step.class, 1, "[D", "[D");
    try (ResidentMachine machine = machine()) {
      double[] to = SharedPrograms.waves(CELLS);
      double[] from = SharedPrograms.waves(CELLS);
      SharedPrograms.step(machine, kernel, to, from);
      machine.coherence.reads(to);
      assertThat(to).isEqualTo(SharedPrograms.plainSteps(CELLS, 1));
      assertThat(machine.refusals).hasSize(1);
      assertThat(machine.refusals.get(0)).contains("Step on tornado:1", "Unable to compile");
      assertThatThrownBy(() -> SharedPrograms.step(machine, kernel, to, from))
          .as("it is shared no more")
          .isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void closingADeviceGivesItsMemoryBackAndLeavesTheOtherOneWorking() throws Exception {
    long before = StandInMemory.allocated();
    double[] large = new double[1 << 18];
    RangeKernel kernel = ResidentMachine.kernel(SharedPrograms.Sums.class, 1, "[D", "[D");
    double[] table = {1, 2};
    ResidentMachine machine = machine();
    SharedPrograms.sums(machine, kernel, large, table);
    machine.coherence.reads(large);
    long used = StandInMemory.allocated() - before;
    assertThat(used).isGreaterThanOrEqualTo(2L * Double.BYTES * large.length);
    devices.get(1).close();
    assertThat(StandInMemory.allocated() - before).isBetween(used / 3, used * 2 / 3);
    assertThatThrownBy(machine::close)
        .isInstanceOf(ExecutionFailedException.class)
        .hasMessageContaining("tornado:1 has been closed");
    try (ResidentMachine alone = new ResidentMachine(devices.get(0))) {
      assertThat(
              SharedPrograms.steps(
                  alone, SharedPrograms.waves(CELLS), SharedPrograms.waves(CELLS), 2))
          .isEqualTo(SharedPrograms.plainSteps(CELLS, 2));
    }
    devices.get(0).close();
    assertThat(StandInMemory.allocated() - before).isLessThan(1L << 20);
  }
}
