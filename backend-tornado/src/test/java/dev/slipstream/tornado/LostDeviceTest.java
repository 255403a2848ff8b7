package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.tornado.ResidentMachine.Use;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

/** What the stand-in for a device holds when a launch fails. */
class LostDeviceTest {
  /** Moves elements towards a number, on the host too. */
  public static final class NearerOnHost {
    private NearerOnHost() {}

    public static void body(int i, double[] a, int k) {
      a[i] = 0.5 * a[i] + k;
    }

    public static void run(int[] bounds, Object[] arguments) {
      for (int i = bounds[0]; i < bounds[1]; i++) {
        body(i, (double[]) arguments[0], (int) arguments[1]);
      }
    }
  }

  @TempDir Path folder;
  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, LostDeviceTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
  }

  @AfterEach
  void close() {
    devices.forEach(Device::close);
  }

  /** Blocks of elements are copied in different ways. */
  @ParameterizedTest
  @ValueSource(ints = {100, 3000, 20_000})
  void whatWasChangedInPlaceTooOftenToComputeItAgainIsFetched(int n) throws Exception {
    for (Device device : devices) {
      LossPrograms.changedInPlace(device, n);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 100_003})
  void bytesAreFetched(int n) throws Exception {
    for (Device device : devices) {
      LossPrograms.bytesChangedInPlace(device, n);
    }
  }

  @Test
  void rowsAreFetched() throws Exception {
    for (Device device : devices) {
      LossPrograms.rowsChangedInPlace(device);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheFailedKernelMayHaveChangedIsLostAndEverythingElseIsFetched(boolean runs)
      throws Exception {
    for (Device device : devices) {
      LossPrograms.perhapsChanged(device, runs);
    }
  }

  @Test
  void aKernelThatWasCertainlyNotStartedIsRunByTheHostOnWhatTheDeviceHolds() throws Exception {
    for (Device device : devices) {
      RangeKernel kernel = ResidentMachine.kernel(NearerOnHost.class, 1, "[D", "I");
      double[] a = {1, 2, 3};
      double[] b = {4, 5, 6};
      try (ResidentMachine machine = new ResidentMachine(device)) {
        updated(machine, kernel, b, 1);
        awaitKernels(machine, 1);
        updated(machine, kernel, a, 2);
        awaitKernels(machine, 2);
        // The newest elements of b are on the device alone; the kernel's memory is that of a.
        TornadoExecutionPlan.failsToMap = true;
        updated(machine, kernel, b, 3);
        awaitKernels(machine, 3);
        updated(machine, kernel, b, 4);
        machine.coherence.reads(a);
        machine.coherence.reads(b);
        assertThat(a).containsExactly(2.5, 3, 3.5);
        assertThat(b).containsExactly(6.25, 6.375, 6.5);
        assertThat(machine.refusals).hasSize(1).allMatch(why -> why.contains("gets no place"));
      } finally {
        TornadoExecutionPlan.failsToMap = false;
      }
    }
  }

  private static void awaitKernels(ResidentMachine machine, int number) {
    machine.flush();
    while (machine.kernels.getOrDefault(0, 0) < number) {
      Thread.onSpinWait();
    }
  }

  private static void updated(ResidentMachine machine, RangeKernel kernel, double[] a, int k)
      throws Exception {
    machine.loop(
        kernel,
        ResidentMachine.from(0, a.length),
        new Object[] {a, k},
        Use.updates(a, 0, a.length));
  }
}
