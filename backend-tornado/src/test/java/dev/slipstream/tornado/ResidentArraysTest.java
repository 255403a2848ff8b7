package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.fixture.RowKernels;
import dev.slipstream.tornado.ResidentMachine.Use;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;

/** Loops that follow each other and whose arrays stay on the stand-in for a device. */
class ResidentArraysTest {
  @TempDir Path folder;
  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws Exception {
    TornadoExecutionPlan.PLANS.set(0);
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, ResidentArraysTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
  }

  @AfterEach
  void close() {
    TornadoExecutionPlan.refused = Void.class;
    devices.forEach(Device::close);
  }

  private Device device() {
    return devices.get(0);
  }

  @Test
  void aThousandStepsThatSwapTwoArraysCopyTheFirstInAndTheLastOut() throws Exception {
    long before = TornadoExecutionPlan.RUNS.get();
    ResidentPrograms.heat(device(), 100, 1000);
    assertThat(TornadoExecutionPlan.RUNS.get() - before).isBetween(1000L, 1010L);
  }

  @Test
  void smallLoopsThatFollowEachOtherAgainAndAgainRunTogether() throws Exception {
    Device recording =
        devices.stream()
            .filter(each -> each.description().contains("PTX"))
            .findFirst()
            .orElseThrow();
    int n = 30;
    int steps = 10;
    int chains = 800;
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    from[n - 1] = to[n - 1] = -1;
    double[] plain = ResidentPrograms.plainHeat(from.clone(), to.clone(), steps * chains);
    RangeKernel kernel = ResidentMachine.kernel(HeatKernel.class, 1, "[D", "[D");
    AtomicBoolean submitted = new AtomicBoolean(true);
    TornadoExecutionPlan.running =
        (device, arguments) -> {
          while (!submitted.get()) {
            Thread.onSpinWait();
          }
        };
    long played = TornadoExecutionPlan.PLAYED.get();
    long tasks = TornadoExecutionPlan.PLAYED_TASKS.get();
    try (ResidentMachine machine = new ResidentMachine(recording)) {
      for (int chain = 0; chain < chains; chain++) {
        // The first loop delays the others, so that they wait together.
        submitted.set(false);
        double[] last = ResidentPrograms.heat(machine, kernel, from, to, steps);
        submitted.set(true);
        assertThat(last).isSameAs(from);
        // Nothing remains for the next ones to wait for.
        machine.coherence.reads(from);
      }
      assertThat(from).isEqualTo(plain);
      refusedBehindWindows(machine, kernel, submitted, from, to);
    } finally {
      submitted.set(true);
      TornadoExecutionPlan.mostArguments = Integer.MAX_VALUE;
      TornadoExecutionPlan.running = (device, arguments) -> {};
    }
    long runs = TornadoExecutionPlan.PLAYED.get() - played;
    assertThat(TornadoExecutionPlan.PLAYED_TASKS.get() - tasks).isGreaterThan(runs + chains / 8);
  }

  /**
   * If a kernel has run with rows of one length, runs with rows of several lengths are left to the
   * host.
   */
  private static void refusedBehindWindows(
      ResidentMachine machine,
      RangeKernel small,
      AtomicBoolean submitted,
      double[] from,
      double[] to)
      throws Exception {
    RangeKernel shift = ResidentMachine.kernel(RowKernels.ShiftOnHost.class, 1, "[[J", "[[J", "I");
    long[][] equal = {{1, 2}, {3, 4}, {5, 6}};
    long[][] ragged = {{1}, {2, 3}, {4, 5, 6}};
    long[][] moved = {{0, 0}, {0, 0}, {0, 0}};
    long[][] movedRagged = {{0}, {0, 0}, {0, 0, 0}};
    shift(machine, shift, equal, moved);
    machine.coherence.reads(moved);
    assertThat(machine.refusals).isEmpty();
    TornadoExecutionPlan.mostArguments = 5;
    submitted.set(false);
    ResidentPrograms.heat(machine, small, from, to, 2);
    for (int time = 0; time < 3; time++) {
      shift(machine, shift, ragged, movedRagged);
    }
    submitted.set(true);
    machine.coherence.reads(movedRagged);
    assertThat(movedRagged).isDeepEqualTo(new long[][] {{2}, {3, 4}, {5, 6, 7}});
    assertThat(machine.refusals).hasSize(3);
  }

  private static void shift(
      ResidentMachine machine, RangeKernel kernel, long[][] rows, long[][] moved) throws Exception {
    machine.loop(
        kernel,
        ResidentMachine.from(0, 3),
        new Object[] {rows, moved, 0},
        Use.reads(rows, 0, 3),
        Use.writes(moved, 0, 3));
  }

  @Test
  void loopsThatTwoDevicesRunByTurnsFindWhatTheOtherOneHasComputed() throws Exception {
    int n = 100;
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    double[] plain = ResidentPrograms.plainHeat(from.clone(), to.clone(), 11);
    RangeKernel kernel = ResidentMachine.kernel(HeatKernel.class, 1, "[D", "[D");
    try (ResidentMachine machine = new ResidentMachine(devices, 4 * 8 * n)) {
      double[] last = ResidentPrograms.heat(machine, kernel, from, to, 11);
      machine.coherence.reads(last);
      assertThat(last).isEqualTo(plain);
    }
  }

  @Test
  void whatTheHostWritesBetweenLoopsIsSeenByTheNext() throws Exception {
    ResidentPrograms.hostWritesBetween(device());
  }

  @Test
  void elementsThatNoIterationWritesStayAsTheyAre() throws Exception {
    ResidentPrograms.partlyWritten(device());
  }

  @Test
  void elementsOfAllKindsAndOddRangesComeBackAsTheyWere() throws Exception {
    ResidentPrograms.kinds(device(), 1);
  }

  @Test
  void largeArraysGoThereAndComeBackInPieces() throws Exception {
    ResidentPrograms.severalPieces(device());
  }

  @Test
  void largeArraysGoStraightToTheirPlacesWhereTornadoVmPlacesArrays() throws Exception {
    ResidentPrograms.severalPieces(devices.get(1));
  }

  @Test
  void elementsOfAllKindsComeBackAsTheyWereWhereItDoes() throws Exception {
    ResidentPrograms.kinds(devices.get(1), 2);
  }

  @Test
  void whatDoesNotFitIntoTheBudgetWaitsInHostMemory() throws Exception {
    ResidentPrograms.spilled(device());
  }

  @Test
  void kernelsThatTornadoVmRefusesRunOnTheHostAtTheirPlace() throws Exception {
    int n = 100;
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    double[] plain = ResidentPrograms.plainHeat(from.clone(), to.clone(), 3);
    RangeKernel kernel = ResidentMachine.kernel(HeatKernel.class, 1, "[D", "[D");
    try (ResidentMachine machine = new ResidentMachine(device())) {
      TornadoExecutionPlan.refused = DoubleArray.class;
      double[] last;
      synchronized (machine.coherence) {
        last = ResidentPrograms.heat(machine, kernel, from, to, 1);
      }
      machine.coherence.reads(last);
      assertThat(machine.refusals).hasSize(1);
      assertThat(machine.refusals.get(0)).startsWith("HeatKernel on tornado:0: ");
      assertThat(last).isEqualTo(ResidentPrograms.plainHeat(from.clone(), from.clone(), 1));
      // It is known now, so the loop is for another device.
      assertThat(
              machine.work(
                  kernel,
                  ResidentMachine.from(1, n - 1),
                  new Object[] {to, from},
                  List.of(
                      new ArrayAccess(0, 0, 0, 1, n - 1, true),
                      new ArrayAccess(1, 0, n, 0, 0, false))))
          .isEmpty();
      assertThat(plain).hasSize(n);
    }
  }

  @Test
  void oneArrayThatIsWrittenStandsForOneParameterOnly() throws Exception {
    float[] a = new float[100];
    RangeKernel kernel = ResidentMachine.kernel(ResidentPrograms.Evens.class, 1, "[F", "[F", "[F");
    List<ArrayAccess> accesses =
        List.of(
            new ArrayAccess(0, 0, 0, 0, 100, false),
            new ArrayAccess(1, 0, 50, 0, 0, false),
            new ArrayAccess(2, 0, 50, 0, 0, false));
    try (ResidentMachine machine = new ResidentMachine(device())) {
      assertThat(
              machine.work(
                  kernel,
                  ResidentMachine.from(0, 50),
                  new Object[] {a, a, new float[50]},
                  accesses))
          .isEmpty();
      float[] read = new float[50];
      assertThat(
              machine.work(
                  kernel, ResidentMachine.from(0, 50), new Object[] {a, read, read}, accesses))
          .isPresent();
    }
  }
}
