package dev.slipstream.tornado;

import static dev.slipstream.runtime.task.AccessMode.READ;
import static dev.slipstream.runtime.task.AccessMode.READ_WRITE;
import static dev.slipstream.runtime.task.AccessMode.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.instruction.NodeTopology;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.tornado.ResidentMachine.Shared;
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

  /** A step over all cells but the ends; iterations are counted from 0. */
  public static final class Step {
    private Step() {}

    public static void body(int i, double[] to, double[] from) {
      to[i + 1] = from[i + 1] + 0.25 * (from[i] - 2 * from[i + 1] + from[i + 2]);
    }

    public static void range(int lo, int hi, double[] to, double[] from) {
      for (int i = lo; i < hi; i++) {
        body(i, to, from);
      }
    }

    public static void run(int[] bounds, Object[] arguments) {
      range(bounds[0], bounds[1], (double[]) arguments[0], (double[]) arguments[1]);
    }
  }

  /** Adds a part of a table to each element. */
  public static final class Sums {
    private Sums() {}

    public static void body(int i, double[] to, double[] table) {
      double sum = 0;
      for (int k = 0; k < table.length; k++) {
        sum += table[k] * (i + k & 7);
      }
      to[i] += sum;
    }
  }

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

  private static ResidentDevice memory(Device device) {
    return device.resident().orElseThrow();
  }

  private static double[] waves() {
    double[] cells = new double[CELLS];
    Arrays.setAll(cells, i -> Math.sin(i) + 1);
    return cells;
  }

  private static double[] steps(ResidentMachine machine, double[] from, double[] to, int steps)
      throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(Step.class, 1, "[D", "[D");
    double[] old = from;
    double[] next = to;
    for (int step = 0; step < steps; step++) {
      machine.shared(
          kernel,
          CELLS - 2,
          new Object[] {next, old},
          new Shared(next, WRITE, -1, 1),
          new Shared(old, READ, 0, 2));
      double[] swapped = old;
      old = next;
      next = swapped;
    }
    machine.coherence.reads(old);
    return old;
  }

  private static double[] plainSteps(int steps) {
    return ResidentPrograms.plainHeat(waves(), waves(), steps);
  }

  @Test
  void devicesOfOneBackendShareLoopsByWayOfHostMemory() {
    assertThat(all).extracting(Device::id).contains("tornado:3");
    assertThat(memory(all.get(0)).sharesWith(memory(all.get(1)))).isTrue();
    assertThat(memory(all.get(1)).sharesWith(memory(all.get(2)))).isFalse();
    assertThat(memory(all.get(0)).copiesToPeers()).isFalse();
    assertThat(memory(all.get(0)).sharingCost().leastArrayBytes())
        .as("kernels need whole arrays")
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theHalvesOfAStencilExchangeTheirBordersOnly() throws Exception {
    int steps = 30;
    for (List<Device> model : List.of(all.subList(0, 2), all.subList(2, 4))) {
      devices = model;
      try (ResidentMachine machine = machine()) {
        assertThat(steps(machine, waves(), waves(), steps)).isEqualTo(plainSteps(steps));
        assertThat(machine.kernels).containsEntry(0, steps).containsEntry(1, steps);
        // Each device gets its half and a cell beside it, and a cell in each further step; and the
        // ends of the second array, which no step writes, are read in the second one.
        assertThat(machine.elementsIn.get()).isEqualTo(CELLS + 2 + 2L * (steps - 1) + 2);
        assertThat(machine.elementsOut.get()).isEqualTo(2L * (steps - 1) + CELLS - 2);
        assertThat(machine.refusals).isEmpty();
      }
    }
  }

  @Test
  void anArrayThatBothReadGoesToEachOnceAndWhatTheyWriteStaysApart() throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(Sums.class, 1, "[D", "[D");
    double[] table = waves();
    double[] sums = new double[CELLS];
    double[] plain = new double[CELLS];
    try (ResidentMachine machine = machine()) {
      for (int time = 0; time < 3; time++) {
        machine.shared(
            kernel,
            CELLS,
            new Object[] {sums, table},
            new Shared(sums, READ_WRITE, 0, 0),
            new Shared(table, READ, CELLS, CELLS));
        for (int i = 0; i < CELLS; i++) {
          Sums.body(i, plain, table);
        }
      }
      machine.coherence.reads(sums);
      assertThat(sums).isEqualTo(plain);
      assertThat(machine.elementsIn.get()).isEqualTo(3L * CELLS);
      assertThat(machine.elementsOut.get()).isEqualTo(CELLS);
    }
  }

  @Test
  void whatOneDeviceComputesAndTheOtherNeedsAsAWholeGoesThereByWayOfTheHost() throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(Sums.class, 1, "[D", "[D");
    double[] a = waves();
    double[] b = new double[CELLS];
    double[] plainA = waves();
    double[] plainB = new double[CELLS];
    try (ResidentMachine machine = machine()) {
      for (int time = 0; time < 4; time++) {
        boolean even = time % 2 == 0;
        double[] to = even ? b : a;
        double[] from = even ? a : b;
        machine.shared(
            kernel,
            CELLS,
            new Object[] {to, from},
            new Shared(to, READ_WRITE, 0, 0),
            new Shared(from, READ, CELLS, CELLS));
        for (int i = 0; i < CELLS; i++) {
          Sums.body(i, even ? plainB : plainA, even ? plainA : plainB);
        }
      }
      machine.coherence.reads(a);
      machine.coherence.reads(b);
      assertThat(a).isEqualTo(plainA);
      assertThat(b).isEqualTo(plainB);
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
    int steps = 5;
    try (ResidentMachine machine = machine()) {
      assertThat(steps(machine, waves(), waves(), steps)).isEqualTo(plainSteps(steps));
      assertThat(met.get()).isEqualTo(2 * steps);
    }
  }

  @Test
  void ofADeviceThatRefusesAKernelAtItsFirstLaunchTheHostRunsThePart() throws Exception {
    TornadoExecutionPlan.refused = DoubleArray.class;
    TornadoDevice broken = new TornadoDeviceMap().getAllBackends().get(1).getAllDevices().get(1);
    TornadoExecutionPlan.refusing = broken::equals;
    RangeKernel kernel = ResidentMachine.kernel(Step.class, 1, "[D", "[D");
    try (ResidentMachine machine = machine()) {
      double[] to = waves();
      double[] from = waves();
      machine.shared(
          kernel,
          CELLS - 2,
          new Object[] {to, from},
          new Shared(to, WRITE, -1, 1),
          new Shared(from, READ, 0, 2));
      machine.coherence.reads(to);
      assertThat(to).isEqualTo(plainSteps(1));
      assertThat(machine.refusals).hasSize(1);
      assertThat(machine.refusals.get(0)).contains("Step on tornado:1", "Unable to compile");
      assertThatThrownBy(
              () ->
                  machine.shared(
                      kernel,
                      CELLS - 2,
                      new Object[] {to, from},
                      new Shared(to, WRITE, -1, 1),
                      new Shared(from, READ, 0, 2)))
          .as("it is shared no more")
          .isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void closingADeviceGivesItsMemoryBackAndLeavesTheOtherOneWorking() throws Exception {
    long before = StandInMemory.allocated();
    double[] large = new double[1 << 18];
    RangeKernel kernel = ResidentMachine.kernel(Sums.class, 1, "[D", "[D");
    double[] table = {1, 2};
    ResidentMachine machine = machine();
    machine.shared(
        kernel,
        large.length,
        new Object[] {large, table},
        new Shared(large, READ_WRITE, 0, 0),
        new Shared(table, READ, large.length, large.length));
    machine.coherence.reads(large);
    long used = StandInMemory.allocated() - before;
    assertThat(used).isGreaterThanOrEqualTo(2L * Double.BYTES * large.length);
    devices.get(1).close();
    assertThat(StandInMemory.allocated() - before).isBetween(used / 3, used * 2 / 3);
    assertThatThrownBy(machine::close)
        .isInstanceOf(ExecutionFailedException.class)
        .hasMessageContaining("tornado:1 has been closed");
    try (ResidentMachine alone = new ResidentMachine(devices.get(0))) {
      assertThat(steps(alone, waves(), waves(), 2)).isEqualTo(plainSteps(2));
    }
    devices.get(0).close();
    assertThat(StandInMemory.allocated() - before).isLessThan(1L << 20);
  }
}
