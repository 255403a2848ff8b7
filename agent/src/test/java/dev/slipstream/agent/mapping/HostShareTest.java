package dev.slipstream.agent.mapping;

import static dev.slipstream.agent.mapping.SharedRun.requireEqual;
import static dev.slipstream.agent.mapping.SharedRun.withHost;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cores of the host share loops with devices. */
class HostShareTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theHostComputesItsShareOnTheArraysThemselves(int devices) {
    SharedRun ran =
        withHost(
            devices,
            "0.25",
            """
            int n = 60000;
            float[] x = new float[n], y = new float[n];
            for (int i = 0; i < n; i++) { x[i] = i; y[i] = 1f / (i + 1); }
            for (int t = 0; t < 3; t++) for (@Parallel int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i];
            return y;
            """);
    assertThat(ran.on("cpu")).isEqualTo(3);
    for (int place = 0; place < devices; place++) {
      assertThat(ran.on(place)).isEqualTo(3);
      assertThat(ran.most("opencl:" + place)).isEqualTo(2 * 4L * 45_000 / devices);
    }
    assertThat(ran.graphs().traffic().uploaded()).isEqualTo(2 * 4L * 45_000);
    assertThat(ran.graphs().traffic().downloaded()).isEqualTo(4L * 45_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theHostAndDevicesExchangeTheBordersOfAStencil(int devices) {
    SharedRun ran =
        withHost(
            devices,
            "0.4",
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
    assertThat(ran.on("cpu")).isEqualTo(20);
    assertThat(ran.on(0)).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void loopsOfAllKindsAreSharedWithTheHost(int devices) {
    SharedRun ran =
        withHost(
            devices,
            "0.3",
            """
            int n = 3000;
            int[] a = new int[n], b = new int[n], c = new int[n / 3];
            double[] x = new double[n], y = new double[n];
            for (int i = 0; i < n; i++) { a[i] = 7 * i; x[i] = Math.cos(i); }
            long s = 0;
            for (int t = 0; t < 10; t++) {
              for (@Parallel int i = 0; i < n; i++) b[i] = a[i] + t;
              for (@Parallel int i = 0; i < n / 3; i++) c[i] += b[3 * i] ^ b[3 * i + 2];
              for (@Parallel int i = 0; i < n - 5; i++) a[i] = b[i + 5] - b[i] * t;
              for (@Parallel int i = 0; i < n; i++) y[n - 1 - i] = Math.sqrt(Math.abs(x[i])) * a[i];
              for (@Parallel int i = n - 1; i >= 1; i -= 2) x[i] = y[i] + 1;
              for (@Parallel int i = 0; i < n; i++) s += a[i];
            }
            return new Object[] {a, b, c, x, y, s};
            """);
    assertThat(ran.on("cpu")).isEqualTo(60);
  }

  @Test
  void nothingIsSharedWithTheHostUnlessSomebodyAsks() {
    SharedRun ran =
        requireEqual(
            1,
            """
            int n = 60000;
            float[] x = new float[n];
            for (int t = 0; t < 3; t++) for (@Parallel int i = 0; i < n; i++) x[i] += i;
            return x;
            """);
    assertThat(ran.on("cpu")).isZero();
    assertThat(ran.on(0)).isEqualTo(3);
  }
}
