package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.ResidentMachine.Use;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.fixture.RowKernels;
import dev.slipstream.runtime.fixture.RowLaunches;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consecutive loops on one device, whose arrays are resident. */
class ResidentArraysTest {
  /** A step of the heat equation in one dimension. */
  static final class Heat {
    public static void body(int i, double[] to, double[] from) {
      to[i] = from[i] + 0.25 * (from[i - 1] - 2 * from[i] + from[i + 1]);
    }
  }

  /** Adds products to an array. */
  static final class Sum {
    public static void body(int i, int[] a, short[] b, int k) {
      a[i] += b[i] * k;
    }
  }

  static RangeKernel sum() throws IOException {
    return TranslatedKernelTest.kernel(Sum.class, 1, "[I", "[S", "I");
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
  void stepsThatSwapTwoArraysCopyThemInOnceAndTheResultOutOnce() throws Exception {
    int n = 500;
    int steps = 2000;
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    from[n - 1] = to[n - 1] = -1;
    double[] plain = plainSteps(from.clone(), steps);
    RangeKernel kernel = TranslatedKernelTest.kernel(Heat.class, 1, "[D", "[D");
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      IterationSpace space = new IterationSpace(new int[] {1}, new int[] {1}, new int[] {n - 2});
      for (int step = 0; step < steps; step++) {
        machine.loop(
            kernel,
            space,
            new Object[] {to, from},
            Use.writes(to, 1, n - 1),
            Use.reads(from, 0, n));
        double[] swapped = from;
        from = to;
        to = swapped;
      }
      machine.coherence.reads(from);
      assertThat(from).isEqualTo(plain);
      // All of the first array, and the ends of the second, which no step writes.
      assertThat(machine.lanes.bytesIn()).isEqualTo(8L * n + 8 * 2);
      assertThat(machine.lanes.bytesOut()).isEqualTo(8L * (n - 2));
    }
  }

  static double[] plainSteps(double[] from, int steps) {
    return plainSteps(from, from.clone(), steps);
  }

  static double[] plainSteps(double[] from, double[] to, int steps) {
    double[] old = from;
    double[] next = to;
    for (int step = 0; step < steps; step++) {
      for (int i = 1; i < old.length - 1; i++) {
        Heat.body(i, next, old);
      }
      double[] swapped = old;
      old = next;
      next = swapped;
    }
    return old;
  }

  @Test
  void whatTheHostWritesBetweenLoopsIsSeenByTheNext() throws Exception {
    int[] a = new int[100];
    short[] b = new short[100];
    int[] expected = new int[100];
    RangeKernel kernel = sum();
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      for (int round = 0; round < 50; round++) {
        machine.coherence.writes(b);
        b[round] = (short) (3 * round);
        machine.loop(
            kernel,
            OpenClBench.counting(100),
            new Object[] {a, b, round},
            Use.updates(a, 0, 100),
            Use.reads(b, 0, 100));
        for (int i = 0; i < 100; i++) {
          Sum.body(i, expected, b, round);
        }
      }
      machine.coherence.reads(a);
      assertThat(a).isEqualTo(expected);
    }
  }

  @Test
  void rowsOfAMatrixStayOnTheDevice() throws Exception {
    int height = 40;
    int width = 30;
    int steps = 100;
    double[][] from = new double[height][width];
    for (double[] row : from) {
      Arrays.setAll(row, j -> Math.sin(3 * j) + row.length);
    }
    double[][] to = RowLaunches.deepClone(from);
    double[][] plain = RowLaunches.plainHeat(RowLaunches.deepClone(from), steps);
    RangeKernel kernel = TranslatedKernelTest.kernel(RowKernels.Heat.class, 2, "[[D", "[[D", "D");
    IterationSpace space =
        new IterationSpace(new int[] {1, 1}, new int[] {1, 1}, new int[] {height - 2, width - 2});
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      for (int step = 0; step < steps; step++) {
        // The ends of the written rows remain unchanged, so that the loop needs their content.
        machine.loop(
            kernel,
            space,
            new Object[] {from, to, 0.1},
            Use.reads(from, 0, height),
            Use.updates(to, 1, height - 1));
        double[][] swapped = from;
        from = to;
        to = swapped;
      }
      machine.coherence.reads(from);
      assertThat(from).isDeepEqualTo(plain);
      assertThat(machine.lanes.bytesIn()).isEqualTo(8L * width * (height + height));
      assertThat(machine.lanes.bytesOut()).isEqualTo(8L * width * (height - 2));
    }
  }

  @Test
  void rowsOfDifferentLengthsAreFoundOnTheDevice() throws Exception {
    int n = 60;
    int[][] a = new int[n][];
    int[][] b = new int[n][];
    for (int i = 0; i < n; i++) {
      // No iteration accesses the first row.
      a[i] = i == 0 ? null : new int[i * i % 17];
      b[i] = i == 0 ? null : new int[i * i % 17 + 1];
      for (int j = 0; i > 0 && j < b[i].length; j++) {
        b[i][j] = i * 1000 + j;
      }
    }
    RangeKernel kernel = TranslatedKernelTest.kernel(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    IterationSpace space = new IterationSpace(new int[] {1}, new int[] {1}, new int[] {n - 1});
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      for (int round = 0; round < 3; round++) {
        machine.loop(
            kernel, space, new Object[] {b, a, 0}, Use.reads(b, 1, n), Use.writes(a, 1, n));
        machine.coherence.writes(b);
        b[5][2] += round;
      }
      machine.coherence.reads(a);
      for (int i = 1; i < n; i++) {
        for (int j = 0; j < a[i].length; j++) {
          assertThat(a[i][j]).isEqualTo(i * 1000 + j + 1 + (i == 5 && j == 2 ? 1 : 0));
        }
      }
    }
  }

  @Test
  void planesOfDifferentHeightsAreFoundOnTheDevice() throws Exception {
    float[][][] u = new float[9][][];
    float[][][] v = new float[9][][];
    for (int i = 0; i < u.length; i++) {
      u[i] = new float[i % 4][];
      v[i] = new float[i % 4][];
      for (int j = 0; j < u[i].length; j++) {
        u[i][j] = new float[j * i % 5];
        v[i][j] = new float[j * i % 5];
        Arrays.fill(u[i][j], i + 0.5f);
      }
    }
    RangeKernel kernel = TranslatedKernelTest.kernel(RowKernels.Boxes.class, 1, "[[[F", "[[[F");
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      machine.loop(
          kernel,
          OpenClBench.counting(9),
          new Object[] {u, v},
          Use.reads(u, 0, 9),
          Use.writes(v, 0, 9));
      machine.coherence.reads(v);
    }
    for (int i = 0; i < u.length; i++) {
      for (int j = 0; j < u[i].length; j++) {
        assertThat(v[i][j]).containsExactly(sized(u, i, j));
      }
    }
  }

  private static Float[] sized(float[][][] u, int i, int j) {
    Float[] expected = new Float[u[i][j].length];
    Arrays.fill(
        expected, u[i][j].length == 0 ? 0 : u[i][j][0] + u[i].length * 3 + u[i][j].length + 9);
    return expected;
  }

  @Test
  void iterationsHaveScratchArraysOfTheirOwn() throws Exception {
    int n = 5000;
    int[] t = new int[7];
    short[] u = new short[7];
    int[] out = new int[n];
    int[] expected = new int[n];
    for (int i = 0; i < n; i++) {
      ScratchLaunchTest.Turning.body(i, new int[7], expected, new short[7]);
    }
    RangeKernel kernel =
        ScratchLaunchTest.kernel(
            ScratchLaunchTest.Turning.class, 1, List.of(0, 2), "[I", "[I", "[S");
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      for (int run = 0; run < 3; run++) {
        machine.loop(
            kernel, OpenClBench.counting(n), new Object[] {t, out, u}, Use.writes(out, 0, n));
      }
      machine.coherence.reads(out);
    }
    assertThat(out).isEqualTo(expected);
    assertThat(t).containsOnly(0);
  }

  @Test
  void aStepThatTheDeviceRefusesEndsTheRunWithTheLoopsName() throws Exception {
    double[] a = new double[10];
    RangeKernel kernel = TranslatedKernelTest.kernel(Heat.class, 1, "[D", "[D");
    ResidentMachine machine = new ResidentMachine(devices.get(0));
    // An instruction that needs a part of a buffer waits for the host's read; before, it would not
    // have been submitted.
    machine.loop(
        kernel, OpenClBench.counting(9), new Object[] {a, "no array"}, Use.writes(a, 0, 9));
    assertThatThrownBy(() -> machine.coherence.reads(a))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining(kernel.loop());
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }
}
