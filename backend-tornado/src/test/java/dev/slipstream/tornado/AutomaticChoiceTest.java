package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.SlipstreamRuntime;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.report.TakenEntry;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.TornadoException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.TornadoDeviceMap;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** Which device loops get if TornadoVM is available; stand-ins of the tests take its place. */
class AutomaticChoiceTest {
  private static final int LENGTH = 1000;
  private static final long MUCH_WORK = 1L << 32;

  @TempDir Path folder;

  /** Adds one. */
  public static final class Increment {
    private Increment() {}

    public static void range(int from, int to, double[] a) {
      for (int i = from; i < to; i++) {
        body(i, a);
      }
    }

    public static void run(int[] bounds, Object[] arguments) {
      range(bounds[0], bounds[1], (double[]) arguments[0]);
    }

    public static void body(int i, double[] a) {
      a[i] = a[i] + 1;
    }
  }

  /** Has a remainder that TornadoVM miscompiles. */
  public static final class Remainder {
    private Remainder() {}

    public static void range(int from, int to, double[] a) {
      for (int i = from; i < to; i++) {
        body(i, a);
      }
    }

    public static void run(int[] bounds, Object[] arguments) {
      range(bounds[0], bounds[1], (double[]) arguments[0]);
    }

    public static void body(int i, double[] a) {
      a[i] = a[i] % 2;
    }
  }

  @Test
  void automaticallyLoopsRunOnTornadoVmAndWhatItRefusesOnTheCpuWithTheReasonInTheReport()
      throws Exception {
    List<TakenEntry> taken = run("auto");
    assertThat(device(taken.get(0))).isEqualTo("tornado:0");
    assertThat(taken.get(0).statistics().deviceProblems()).isEmpty();
    assertThat(device(taken.get(1))).isEqualTo("cpu");
    assertThat(taken.get(1).statistics().deviceProblems())
        .containsExactly(
            "tornado:0: TornadoVM cannot run it: it takes the remainder of floating-point numbers");
  }

  @Test
  void automaticallyNoDeviceIsUsedOnWhichResultsAreKnownToDiffer() throws Exception {
    String before = TornadoDeviceMap.platform;
    TornadoDeviceMap.platform = "NVIDIA CUDA";
    try {
      assertThat(device(run("auto").get(0))).as("on PTX").isEqualTo("tornado:1");
      assertThat(device(run("tornado").get(0))).as("on OpenCL").isEqualTo("tornado:0");
    } finally {
      TornadoDeviceMap.platform = before;
    }
  }

  @Test
  void aBackendThatWasNeverRunOnItsHardwareIsUsedOnlyByProgramsThatNameTornadoVm()
      throws Exception {
    TornadoDeviceMap.backends = List.of(TornadoVMBackendType.CUDA);
    try {
      assertThat(device(run("auto").get(0))).isEqualTo("cpu");
      assertThat(device(run("tornado").get(0))).isEqualTo("tornado:0");
      assertThat(new StandIn().open().get(0).description())
          .endsWith("(CUDA of TornadoVM ?, perhaps not exact)");
    } finally {
      TornadoDeviceMap.backends = TornadoDeviceMap.USUAL;
    }
  }

  @Test
  void backendsOfWhichNoneIsKnownAreNamedInTheReasonWhyThereIsNoDevice() throws Exception {
    TornadoDeviceMap.backends = List.of(TornadoVMBackendType.METAL, TornadoVMBackendType.SPIRV);
    try {
      assertThat(device(run("tornado").get(0))).isEqualTo("cpu");
      assertThatThrownBy(new StandIn()::open)
          .isInstanceOf(DeviceException.class)
          .hasMessage(
              "TornadoVM ? has devices of METAL and SPIRV only, and what they compile wrongly is"
                  + " not known: install it with OpenCL");
    } finally {
      TornadoDeviceMap.backends = TornadoDeviceMap.USUAL;
    }
  }

  @Test
  void automaticallyTheProcessorIsNotUsedWhereTornadoVmHasAnotherDevice() throws Exception {
    TornadoDeviceMap.ptx = TornadoDeviceType.GPU;
    try {
      assertThat(device(run("auto").get(0))).isEqualTo("tornado:1");
      assertThat(device(run("tornado").get(0))).isEqualTo("tornado:0");
    } finally {
      TornadoDeviceMap.ptx = TornadoDeviceType.CPU;
    }
  }

  @Test
  void whatOneOfSeveralDevicesOfAModelRefusesTheOthersAreNotAskedFor() throws Exception {
    TornadoDeviceMap.each = 2;
    try {
      for (String device : List.of("auto", "tornado")) {
        List<TakenEntry> taken = run(device);
        assertThat(device(taken.get(0))).isEqualTo("tornado:0");
        assertThat(device(taken.get(1))).isEqualTo("cpu");
        assertThat(taken.get(1).statistics().deviceProblems())
            .containsExactly(
                "tornado:0: TornadoVM cannot run it: it takes the remainder of floating-point"
                    + " numbers");
      }
      assertThat(device(run("tornado:3").get(0))).isEqualTo("tornado:3");
    } finally {
      TornadoDeviceMap.each = 1;
    }
  }

  @Test
  void aProgramThatNamesTheCpuUsesItAloneWhereTornadoVmIsThere() throws Exception {
    for (TakenEntry entry : run("cpu")) {
      assertThat(device(entry)).isEqualTo("cpu");
      assertThat(entry.statistics().deviceProblems()).isEmpty();
    }
  }

  @Test
  void aProgramThatHasNothingOfTornadoVmButItsApiHasNoDevicesOfIt() throws Exception {
    ClassLoader apiOnly =
        new ClassLoader(AutomaticChoiceTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("uk.ac.manchester.tornado.runtime.")) {
              throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
          }
        };
    assertThat(new TornadoBackend(apiOnly).open()).isEmpty();
  }

  private static String device(TakenEntry entry) {
    assertThat(entry.statistics().devices()).hasSize(1);
    return entry.statistics().devices().get(0).device();
  }

  private List<TakenEntry> run(String device) throws Exception {
    Properties options = new Properties();
    options.setProperty("slipstream.device", device);
    HostArrays arrays = new HostArrays(length -> {}, Log.none());
    double[] a = new double[LENGTH];
    try (SlipstreamRuntime runtime =
        SlipstreamRuntime.start(
            Settings.read(options, Map.of(), ""),
            Log.none(),
            List.of(new StandIn(), new CpuBackend(2)),
            arrays)) {
      runtime.register(0, new Over(a, ResidentMachine.kernel(Increment.class, 1, "[D")));
      runtime.register(1, new Over(a, ResidentMachine.kernel(Remainder.class, 1, "[D")));
      for (int step = 0; step < 2; step++) {
        assertThat(runtime.submit(0, 0, new Object[0])).isEqualTo(LENGTH);
        assertThat(runtime.submit(1, 0, new Object[0])).isEqualTo(LENGTH);
      }
      arrays.reads(a);
      assertThat(a).containsOnly(0);
      return runtime.report().taken();
    }
  }

  /** Returns TornadoVM's devices, with the stand-ins on the class path. */
  private final class StandIn implements DeviceBackend {
    @Override
    public String name() {
      return "tornado";
    }

    @Override
    public List<Device> open() throws DeviceException {
      try {
        ClassLoader loader =
            new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, AutomaticChoiceTest.class.getClassLoader());
        return new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
      } catch (TornadoException e) {
        throw TornadoBackend.asDeviceException(e);
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public List<Finding> diagnose() {
      return List.of();
    }
  }

  /** A loop over all elements of an array. */
  private record Over(double[] array, RangeKernel kernel) implements Loop {
    @Override
    public LoopName name() {
      return new LoopName("Heat", "heat", 12, 0);
    }

    @Override
    public RangeKernel checkedKernel() {
      return kernel;
    }

    @Override
    public String violation(int number) {
      return "violation " + number;
    }

    @Override
    public String note() {
      return "";
    }

    @Override
    public LaunchPlan plan(int start, Object[] captures) {
      Launch launch =
          new Launch(
              ResidentMachine.from(0, LENGTH),
              new Object[] {array},
              List.of(new ArrayAccess(0, 0, LENGTH, 0, LENGTH, true)));
      return new LaunchPlan.Run(launch, LENGTH, MUCH_WORK, false);
    }
  }
}
