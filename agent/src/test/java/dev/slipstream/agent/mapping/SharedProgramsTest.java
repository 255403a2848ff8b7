package dev.slipstream.agent.mapping;

import static dev.slipstream.agent.mapping.SharedRun.requireEqual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.opencl.EqualDevices;
import dev.slipstream.runtime.SlipstreamRuntime;
import dev.slipstream.runtime.observation.SharingStatistics;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs whose loops several OpenCL devices share compute what they compute in plain Java. */
class SharedProgramsTest {
  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void heatInRowsIsSharedInEachStep(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 100, m = 70;
            double[][] a = new double[n][m], b = new double[n][m];
            for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = b[i][j] = Math.sin(i + 3 * j);
            for (int t = 0; t < 20; t++) {
              for (@Parallel int i = 1; i < n - 1; i++)
                for (@Parallel int j = 1; j < m - 1; j++)
                  b[i][j] = a[i][j] + 0.1 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1] - 4 * a[i][j]);
              double[][] q = a; a = b; b = q;
            }
            return new Object[] {a, b};
            """);
    ran.requireOnEach(devices, 20);
    // All rows are copied in once and out once; in between devices exchange the rows at borders.
    assertThat(ran.graphs().traffic().uploaded()).isLessThan(8L * 70 * (2 * 100 + 8 * devices));
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void heatInAFlatArrayIsSharedInEachStep(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 100, m = 70;
            double[] a = new double[n * m], b = new double[n * m];
            for (int i = 0; i < n * m; i++) a[i] = b[i] = Math.cos(i);
            for (int t = 0; t < 20; t++) {
              for (@Parallel int i = 1; i < n - 1; i++)
                for (@Parallel int j = 1; j < m - 1; j++)
                  b[i * m + j] = a[i * m + j] + 0.1 * (a[(i-1) * m + j] + a[(i+1) * m + j]
                      + a[i * m + j - 1] + a[i * m + j + 1] - 4 * a[i * m + j]);
              double[] q = a; a = b; b = q;
            }
            return new Object[] {a, b};
            """);
    ran.requireOnEach(devices, 20);
  }

  @Test
  void theReportSaysOfEachLoopWhetherItIsSharedAndWhyNot() {
    SharedRun ran =
        requireEqual(
            2,
            """
            int n = 3000;
            int[] p = new int[n]; float[] x = new float[n], y = new float[n];
            for (int i = 0; i < n; i++) { p[i] = (i * 7 + 3) % n; x[i] = i; }
            for (int t = 0; t < 3; t++) {
              for (@Parallel int i = 0; i < n; i++) x[i] = x[i] * 0.5f + 1;
              for (@Parallel int i = 0; i < n; i++) y[p[i]] = x[i];
            }
            return new Object[] {x, y};
            """);
    assertThat(ran.sharing())
        .containsExactly(
            new SharingStatistics(3, Map.of()),
            new SharingStatistics(
                0, Map.of("it is not proven that its parts write different elements", 3L)));
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void reductionsAreSharedAndReadNothingTwice(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 200_000;
            int[] k = new int[n]; double[] x = new double[n]; float[][] rows = new float[301][415];
            for (int i = 0; i < n; i++) { k[i] = i * 31 % 1009; x[i] = Math.sin(i); }
            for (int i = 0; i < 301; i++) for (int j = 0; j < 415; j++) rows[i][j] = (float) Math.sin(i + j);
            long s = 0, t = 0; int at = -1; double best = -2;
            for (@Parallel int i = 0; i < n; i++) s += k[i];
            for (@Parallel int i = 0; i < n; i++) if (x[i] > best) { best = x[i]; at = k[i]; }
            for (@Parallel int i = 0; i < 301; i++) for (@Parallel int j = 0; j < 415; j++)
              t += (long) (1000 * rows[i][j]) * j;
            return new Object[] {s, t, at, best};
            """);
    ran.requireOnEach(devices, 3);
    // Each device gets its slices, and those rows that continue on other devices.
    assertThat(ran.graphs().traffic().uploaded())
        .isLessThan(200_000 * (4L + 4 + 8) + 415 * 4L * (301 + devices));
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void bodiesAreSharedInBothLoops(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 101;
            double[] m = new double[n], x = new double[n], y = new double[n], u = new double[n], v = new double[n];
            for (int i = 0; i < n; i++) { m[i] = 1 + i % 7; x[i] = Math.sin(i); y[i] = Math.cos(5 * i); }
            for (int t = 0; t < 10; t++) {
              for (@Parallel int i = 0; i < n; i++) {
                double ax = 0, ay = 0;
                for (int j = 0; j < n; j++) {
                  double dx = x[j] - x[i], dy = y[j] - y[i];
                  double s = dx * dx + dy * dy + 0.01;
                  double p = m[j] / (s * Math.sqrt(s));
                  ax += p * dx; ay += p * dy;
                }
                u[i] += 0.001 * ax; v[i] += 0.001 * ay;
              }
              for (@Parallel int i = 0; i < n; i++) { x[i] += 0.001 * u[i]; y[i] += 0.001 * v[i]; }
            }
            return new Object[] {x, y, u, v};
            """);
    ran.requireOnEach(devices, 20);
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void aMatrixProductIsShared(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 45;
            float[] a = new float[n * n], b = new float[n * n], c = new float[n * n];
            for (int i = 0; i < n * n; i++) { a[i] = i % 13 - 6.5f; b[i] = 1f / (1 + i % 17); }
            for (@Parallel int i = 0; i < n; i++)
              for (@Parallel int j = 0; j < n; j++) {
                float s = 0;
                for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
                c[i * n + j] = s;
              }
            return c;
            """);
    ran.requireOnEach(devices, 1);
    // The first factor and the product are not copied as a whole to any device.
    assertThat(ran.graphs().traffic().uploaded()).isEqualTo(4L * 45 * 45 * (1 + devices));
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void aMatrixIsTransposedInParts(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int h = 33, w = 64;
            int[] from = new int[h * w], to = new int[h * w];
            for (int i = 0; i < h * w; i++) from[i] = 7 * i;
            for (@Parallel int i = 0; i < h; i++)
              for (@Parallel int j = 0; j < w; j++)
                to[j * h + i] = from[i * w + j];
            return to;
            """);
    ran.requireOnEach(devices, 1);
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void loopsOverElementsAreShared(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 1000;
            float[] x = new float[n], y = new float[n];
            byte[] g = new byte[3 * n], grey = new byte[n];
            for (int i = 0; i < n; i++) { x[i] = i; y[i] = 1f / (i + 1); g[3 * i] = g[3 * i + 1] = (byte) i; }
            for (int t = 0; t < 3; t++) for (@Parallel int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i];
            for (@Parallel int i = 0; i < n; i++) grey[i] = (byte) (g[3 * i] + g[3 * i + 1] + g[3 * i + 2]);
            for (@Parallel int i = 0; i < n; i++) g[3 * i + 1] = grey[i];
            for (@Parallel int i = n - 1; i >= 1; i -= 2) x[i] = y[i] + 1;
            return new Object[] {x, y, g, grey};
            """);
    ran.requireOnEach(devices, 6);
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void aPictureIsBlurredInRowsAndInColumns(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int h = 60, w = 80;
            int[] p = new int[h * w], q = new int[h * w];
            for (int i = 0; i < h * w; i++) p[i] = i * 31 % 255;
            for (@Parallel int i = 0; i < h; i++)
              for (@Parallel int j = 2; j < w - 2; j++)
                q[i * w + j] = (p[i * w + j - 2] + p[i * w + j - 1] + p[i * w + j] + p[i * w + j + 1] + p[i * w + j + 2]) / 5;
            for (@Parallel int i = 2; i < h - 2; i++)
              for (@Parallel int j = 0; j < w; j++)
                p[i * w + j] = (q[(i - 2) * w + j] + q[(i - 1) * w + j] + q[i * w + j] + q[(i + 1) * w + j] + q[(i + 2) * w + j]) / 5;
            return new Object[] {p, q};
            """);
    ran.requireOnEach(devices, 2);
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void aGatherIsSharedWhereItsIndicesAreProvenToLieInside(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 1024;
            int[] c = new int[n];
            double[] x = new double[n], y = new double[n];
            for (int i = 0; i < n; i++) { c[i] = i * 7919; x[i] = Math.sin(i); }
            for (@Parallel int i = 0; i < n; i++) y[i] = x[c[i] & 1023] + 1;
            return y;
            """);
    ran.requireOnEach(devices, 1);
  }

  @Test
  void whatCannotBeDividedRunsOnTheFirstDevice() {
    SharedRun ran =
        requireEqual(
            2,
            """
            int h = 20, w = 25;
            int[] a = new int[h * w], b = new int[h * w];
            for (int i = 0; i < h * w; i++) a[i] = i * 7;
            for (@Parallel int i = 0; i < h * w; i++) b[i] = a[i] + 1;
            for (@Parallel int j = 0; j < w; j++)
              for (int i = 1; i < h; i++) b[i * w + j] += b[(i - 1) * w + j];
            long s = 0;
            for (@Parallel int i = 0; i < h * w; i++) s += b[i];
            for (@Parallel int i = 0; i < h * w; i++) a[i] = b[i] * 3;
            return new Object[] {a, b, s};
            """);
    // The sum's lanes are divided.
    assertThat(ran.on(1)).isEqualTo(3);
    assertThat(ran.on(0)).isGreaterThanOrEqualTo(4);
  }

  @Test
  void aLoopThatOneDeviceCannotRunRunsOnTheFirst() {
    SharedRun ran =
        requireEqual(
            new EqualDevices(2, /* refusing= */ 1),
            """
            int n = 500;
            int[] a = new int[n];
            for (int t = 0; t < 4; t++) for (@Parallel int i = 0; i < n; i++) a[i] += i * t;
            return a;
            """);
    assertThat(ran.on(0)).isEqualTo(4);
    assertThat(ran.on(1)).isZero();
  }

  @Test
  void theHostRunsPartsThatDevicesRefuseToStart() {
    SharedRun ran =
        requireEqual(
            EqualDevices.startingNothing(2),
            """
            int n = 1000, m = 70;
            double[] x = new double[n];
            double[][] r = new double[n][m];
            for (int i = 0; i < n; i++) x[i] = i;
            for (int t = 0; t < 3; t++) for (@Parallel int i = 1; i < n - 1; i++) x[i] = 0.5 * x[i];
            for (@Parallel int i = 0; i < n; i++) for (int j = 0; j < m; j++) r[i][j] += x[i];
            return new Object[] {x, r};
            """);
    assertThat(ran.on(1)).isEqualTo(4);
  }

  @Test
  void aLoopIsNotHeldForLongWhereNothingComesAfterIt() {
    SharedRun ran =
        requireEqual(
            new EqualDevices(2),
            Map.of(),
            """
            int n = 1000;
            int[] a = new int[n];
            for (@Parallel int i = 0; i < n; i++) a[i] = i;
            return a;
            """,
            SharedProgramsTest::awaitTwoKernels);
    assertThat(ran.on(1)).isEqualTo(1);
  }

  private static void awaitTwoKernels(SlipstreamRuntime runtime) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (runtime.report().graphs().traffic().kernels() < 2) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
