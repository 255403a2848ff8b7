package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernel classes that javac has compiled, translated and run on a device. */
class TranslatedKernelTest {
  /** One step of heat diffusion. */
  static final class Heat {
    public static void body(int i, int j, double[] u, double[] v, int width, double k) {
      int p = i * width + j;
      v[p] = u[p] + k * (u[p - width] + u[p + width] + u[p - 1] + u[p + 1] - 4 * u[p]);
    }
  }

  /** Float division and narrow stores. */
  static final class Narrow {
    public static void body(
        int i, float[] x, float[] y, byte[] bytes, char[] chars, boolean[] odd) {
      x[i] = x[i] / y[i];
      bytes[i] = (byte) (i * 37);
      chars[i] = (char) (i * 9973);
      odd[i] = (i & 1) != 0;
    }
  }

  /** Reverses 4,096 numbers in an array of its own. */
  static final class Turning {
    public static void body(int i, double[] out) {
      double[] t = new double[4096];
      for (int k = 0; k < t.length; k++) {
        t[k] = i * 31 + k;
      }
      double sum = 0;
      for (int k = 0; k < t.length; k++) {
        sum = sum * 0.5 + t[t.length - 1 - k];
      }
      out[i] = sum;
    }
  }

  /** Keeps 1 MiB for itself: all that a CPU device can. */
  static final class Large {
    public static void body(int i, double[] out) {
      double[] t = new double[131_072];
      for (int k = i; k < t.length; k += 1000) {
        t[k] = i + k;
      }
      out[i] = t[i] + t[i + 1000] + t[131_071] + t[i + 1];
    }
  }

  /** Needs more private memory than any device has. */
  static final class TooMuch {
    public static void body(int i, double[] out) {
      double[] t = new double[131_072];
      byte[] b = new byte[1];
      out[i] = t[i & 1] + b[0];
    }
  }

  /** Contains code that no device can run. */
  static final class Printing {
    public static void body(int i, int[] a) {
      System.out.println(a[i]);
    }
  }

  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws DeviceException {
    OpenClBench.open().close();
    devices = new OpenClBackend().open();
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
  }

  @AfterEach
  void close() {
    devices.forEach(Device::close);
  }

  @Test
  void aWorkItemMayHaveLargeArraysForItself() throws Exception {
    double[] expected = new double[3000];
    for (int i = 0; i < expected.length; i++) {
      Turning.body(i, expected);
    }
    assertThat(computed(Turning.class, expected.length)).isEqualTo(expected);
  }

  @Test
  void aWorkItemMayHaveAsMuchForItselfAsTheDeviceHolds() throws Exception {
    assumeTrue(devices.get(0).isHostProcessor(), "GPUs hold less");
    double[] expected = new double[500];
    for (int i = 0; i < expected.length; i++) {
      Large.body(i, expected);
    }
    assertThat(computed(Large.class, expected.length)).isEqualTo(expected);
  }

  private double[] computed(Class<?> body, int n) throws Exception {
    double[] out = new double[n];
    ImmediateLaunches.prepare(devices.get(0), kernel(body, 1, "[D"))
        .launch(
            new Launch(
                OpenClBench.counting(n),
                new Object[] {out},
                List.of(new ArrayAccess(0, 0, 0, 0, n, true))));
    return out;
  }

  @Test
  void arraysThatAWorkItemCannotHaveForItselfAreRefused() throws Exception {
    RangeKernel kernel = kernel(TooMuch.class, 1, "[D");
    assertThatThrownBy(() -> devices.get(0).prepare(kernel))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("KiB of new arrays in each iteration")
        .hasMessageContaining("1048577 bytes");
  }

  @Test
  void aStencilGivesTheBitsOfJava() throws Exception {
    int width = 67;
    int height = 45;
    double[] u = new Random(5).doubles(width * height).toArray();
    double[] v = u.clone();
    double[] expected = u.clone();
    for (int i = 1; i < height - 1; i++) {
      for (int j = 1; j < width - 1; j++) {
        Heat.body(i, j, u, expected, width, 0.1);
      }
    }

    LaunchResult result =
        ImmediateLaunches.prepare(devices.get(0), kernel(Heat.class, 2, "[D", "[D", "I", "D"))
            .launch(
                new Launch(
                    new IterationSpace(
                        new int[] {1, 1}, new int[] {1, 1}, new int[] {height - 2, width - 2}),
                    new Object[] {u, v, width, 0.1},
                    List.of(
                        new ArrayAccess(0, 0, u.length, 0, 0, false),
                        new ArrayAccess(1, 0, 0, width + 1, u.length - width - 1, false))));

    assertThat(v).isEqualTo(expected);
    assertThat(result.kernelNanos()).isPositive();
  }

  @Test
  void narrowTypesAndFloatDivisionGiveTheBitsOfJava() throws Exception {
    int n = 3000;
    Random random = new Random(7);
    float[] x = new float[n];
    float[] y = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextFloat() * Float.MIN_NORMAL;
      y[i] = random.nextFloat() * 1000;
    }
    Object[] arguments = {x, y, new byte[n], new char[n], new boolean[n]};
    Object[] expected = {x.clone(), y, new byte[n], new char[n], new boolean[n]};
    for (int i = 0; i < n; i++) {
      Narrow.body(
          i,
          (float[]) expected[0],
          y,
          (byte[]) expected[2],
          (char[]) expected[3],
          (boolean[]) expected[4]);
    }

    ImmediateLaunches.prepare(devices.get(0), kernel(Narrow.class, 1, "[F", "[F", "[B", "[C", "[Z"))
        .launch(
            new Launch(
                OpenClBench.counting(n),
                arguments,
                List.of(
                    new ArrayAccess(0, 0, n, 0, n, true),
                    new ArrayAccess(1, 0, n, 0, 0, false),
                    new ArrayAccess(2, 0, 0, 0, n, true),
                    new ArrayAccess(3, 0, 0, 0, n, false),
                    new ArrayAccess(4, 0, 0, 0, n, true))));

    assertThat(Arrays.deepEquals(arguments, expected)).isTrue();
  }

  @Test
  void whatAViolatedLaunchWroteIsNeverSeen() throws Exception {
    HostKernel kernel =
        ImmediateLaunches.prepare(devices.get(0), kernel(Doubling.class, 1, "[I", "[I"));
    int[] a = new int[5000];
    Arrays.fill(a, 3);
    kernel.launch(checked(a));
    assertThat(a).containsOnly(6);
    a[4321] = -1;
    int[] before = a.clone();
    DeviceException violated =
        catchThrowableOfType(DeviceException.class, () -> kernel.launch(checked(a)));
    assertThat(violated.violation()).isEqualTo(7);
    assertThat(violated.hostArraysChanged()).isFalse();
    assertThat(a).isEqualTo(before);
  }

  private static Launch checked(int[] a) {
    return new Launch(
        OpenClBench.counting(a.length),
        new Object[] {a, new int[1]},
        List.of(
            new ArrayAccess(0, 0, a.length, 0, a.length, true),
            new ArrayAccess(1, 0, 1, 0, 1, false)),
        1);
  }

  /** Doubles each element, and stops at a negative one. */
  public static final class Doubling {
    private Doubling() {}

    public static void body(int i, int[] a, int[] violation) {
      if (a[i] < 0) {
        violation[0] = 7;
        return;
      }
      a[i] *= 2;
    }
  }

  @Test
  void aKernelThatOpenClCannotExpressIsRefusedWithTheReason() {
    assertThatThrownBy(() -> devices.get(0).prepare(kernel(Printing.class, 1, "[I")))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith("OpenCL cannot run it: ");
  }

  static RangeKernel kernel(Class<?> holder, int dimensions, String... descriptors)
      throws IOException {
    String file = "/" + holder.getName().replace('.', '/') + ".class";
    try (InputStream bytes = TranslatedKernelTest.class.getResourceAsStream(file)) {
      return new RangeKernel(
          "Test.test:1",
          holder.getName(),
          bytes.readAllBytes(),
          dimensions,
          Stream.of(descriptors).map(d -> new KernelParameter("p", d)).toList());
    }
  }
}
