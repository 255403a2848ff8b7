package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.compiler.programs.DevicePrograms;
import dev.slipstream.compiler.random.DeviceFuzz;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DriverCalls;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The device on the tests' own stand-ins for TornadoVM's API; TornadoVM is not needed. */
class StandInTest {
  @TempDir Path folder;
  private List<Device> devices = List.of();

  /** Counts calls of drivers that have begun, and those that have not ended. */
  private final AtomicInteger begun = new AtomicInteger();

  private final AtomicInteger open = new AtomicInteger();

  private final DriverCalls calls =
      new DriverCalls() {
        @Override
        public void begin() {
          begun.incrementAndGet();
          open.incrementAndGet();
        }

        @Override
        public void end() {
          open.decrementAndGet();
        }
      };

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, StandInTest.class.getClassLoader());
    devices =
        new TornadoBackend(loader, calls).open(new ProgramClasses(folder, loader), Log.none());
  }

  /** {@code y = a * x + y} without the ends. */
  public static final class Saxpy {
    private Saxpy() {}

    public static void body(int i, float a, float[] x, float[] y) {
      y[i] = a * x[i] + y[i];
    }
  }

  /** Writes every second element only. */
  public static final class Evens {
    private Evens() {}

    public static void body(int i, int row, boolean[] y, char[] from) {
      y[2 * i + row] = from[i] >>> 1 > 3;
    }
  }

  /** Stores a number if a check fails. */
  public static final class Checked {
    private Checked() {}

    public static void body(int i, int[] index, long[] y, int[] violation) {
      if (Integer.compareUnsigned(index[i], y.length) >= 0) {
        violation[0] = 7;
        return;
      }
      y[index[i]] = i;
    }
  }

  /** Calls a method without a correct form. */
  public static final class Unknown {
    private Unknown() {}

    public static void body(int i, double[] y) {
      y[i] = Math.fma(y[i], y[i], y[i]);
    }
  }

  private static RangeKernel kernel(Class<?> type, int dimensions, KernelParameter... parameters)
      throws Exception {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = StandInTest.class.getResourceAsStream(file)) {
      return new RangeKernel(
          type.getSimpleName(),
          type.getName(),
          in.readAllBytes(),
          dimensions,
          Arrays.asList(parameters));
    }
  }

  private Device device() {
    return devices.get(0);
  }

  @Test
  void onlyBackendsWhoseFaultsAreKnownBringDevices() {
    assertThat(devices).extracting(Device::id).containsExactly("tornado:0", "tornado:1");
    assertThat(devices.get(0).description()).contains("this JVM", "OPENCL");
    assertThat(devices.get(1).description()).contains("this JVM", "PTX");
  }

  @Test
  void aLoopRunsOverItsRangeOnlyAndArraysOfOtherLengthsFollow() throws Exception {
    HostKernel saxpy =
        ImmediateLaunches.prepare(
            device(),
            kernel(
                Saxpy.class,
                1,
                new KernelParameter("a", "F"),
                new KernelParameter("x", "[F"),
                new KernelParameter("y", "[F")));
    for (int n : new int[] {10, 1000, 10, 3, 4, 5, 6, 10}) {
      float[] x = new float[n];
      float[] y = new float[n];
      Arrays.fill(x, 3);
      Arrays.fill(y, 1);
      float[] expected = y.clone();
      Arrays.fill(expected, 1, n - 1, 7);
      saxpy.launch(
          new Launch(
              new IterationSpace(new int[] {n - 2}, new int[] {-1}, new int[] {n - 2}),
              new Object[] {2f, x, y},
              List.of(
                  new ArrayAccess(1, 1, n - 1, 0, 0, false),
                  new ArrayAccess(2, 1, n - 1, 1, n - 1, true))));
      assertThat(y).containsExactly(expected);
    }
  }

  @Test
  void elementsThatNoIterationWritesStayAsTheyAre() throws Exception {
    boolean[] y = new boolean[64];
    char[] from = new char[32];
    for (int i = 0; i < 32; i++) {
      from[i] = (char) (i % 16);
      y[2 * i] = i % 3 == 0;
    }
    boolean[] expected = y.clone();
    for (int i = 0; i < 32; i++) {
      expected[2 * i + 1] = from[i] >>> 1 > 3;
    }
    ImmediateLaunches.prepare(
            device(),
            kernel(
                Evens.class,
                1,
                new KernelParameter("row", "I"),
                new KernelParameter("y", "[Z"),
                new KernelParameter("from", "[C")))
        .launch(
            new Launch(
                new IterationSpace(new int[] {0}, new int[] {1}, new int[] {32}),
                new Object[] {1, y, from},
                List.of(
                    new ArrayAccess(1, 0, 0, 1, 64, false),
                    new ArrayAccess(2, 0, 32, 0, 0, false))));
    assertThat(y).containsExactly(expected);
  }

  @Test
  void aKernelThatFindsAViolationChangesNoArrayOfTheHost() throws Exception {
    HostKernel checked =
        ImmediateLaunches.prepare(
            device(),
            kernel(
                Checked.class,
                1,
                new KernelParameter("index", "[I"),
                new KernelParameter("y", "[J"),
                new KernelParameter("violation", "[I")));
    long[] y = new long[4];
    List<ArrayAccess> accesses =
        List.of(new ArrayAccess(0, 0, 4, 0, 0, false), new ArrayAccess(1, 0, 0, 0, 4, false));
    IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {4});
    Object[] wrong = {new int[] {3, 2, 4, 0}, y, new int[1]};
    assertThatThrownBy(() -> checked.launch(new Launch(space, wrong, accesses, 2)))
        .isInstanceOfSatisfying(DeviceException.class, e -> assertThat(e.violation()).isEqualTo(7));
    assertThat(y).containsOnly(0);
    checked.launch(
        new Launch(space, new Object[] {new int[] {3, 2, 1, 0}, y, new int[1]}, accesses, 2));
    assertThat(y).containsExactly(3, 2, 1, 0);
  }

  @Test
  void whatHasNoRightFormIsRefusedWithItsName() {
    assertThatThrownBy(
            () -> device().prepare(kernel(Unknown.class, 1, new KernelParameter("y", "[D"))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("TornadoVM cannot run it")
        .hasMessageContaining("Math.fma");
  }

  @Test
  void randomKernelsComputeAsOnTheJvm() {
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println("seed " + seed);
    for (Device device : devices) {
      DeviceFuzz fuzz = new DeviceFuzz(device);
      fuzz.run(seed, 0, Integer.getInteger("slipstream.test.count", 25));
      System.out.println(fuzz.summary());
      fuzz.reasons().forEach(System.out::println);
      assertThat(fuzz.differences()).isEmpty();
      assertThat(fuzz.onDevice()).isPositive();
      assertThat(fuzz.withRows()).isPositive();
    }
  }

  @Test
  void theFormsOfEachBackendComputeAsOnTheJvm() {
    for (Device device : devices) {
      assertThat(DevicePrograms.run(device, "Idioms", Idioms.TEXT, Idioms.METHODS, 300)).isEmpty();
      assertThat(
              DevicePrograms.run(device, "FloatIdioms", FloatIdioms.TEXT, FloatIdioms.METHODS, 300))
          .isEmpty();
      List<String> methods = List.of("m0", "m1", "m2", "m3");
      String bits = RandomBits.text(Long.getLong("slipstream.test.seed", 1), methods.size(), 6);
      assertThat(DevicePrograms.run(device, "Bits", bits, methods, 512)).isEmpty();
    }
  }

  @Test
  void whileDriversStartAndCompileSomebodyWatchesThem() {
    assertThat(begun).hasValue(1);
    new DeviceFuzz(devices.get(0)).run(1, 5, 5);
    assertThat(begun).hasValueGreaterThan(1);
    assertThat(open).hasValue(0);
  }
}
