package dev.slipstream.agent.mapping;

import static dev.slipstream.agent.mapping.SharedRun.requireEqual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.opencl.EqualDevices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each of several devices that share loops has only the elements that its chunks need. */
class SharedMemoryTest {
  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void eachDeviceAllocatesWhatItsChunksNeed(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 60000;
            float[] x = new float[n], y = new float[n];
            for (int i = 0; i < n; i++) { x[i] = i; y[i] = 1f / (i + 1); }
            for (int t = 0; t < 3; t++) for (@Parallel int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i];
            return y;
            """);
    for (int place = 0; place < devices; place++) {
      assertThat(ran.on(place)).isEqualTo(3);
      assertThat(ran.most("opencl:" + place)).isEqualTo(2 * 4L * 60_000 / devices);
    }
  }

  @Test
  void ofAStencilInRowsEachDeviceHasItsRowsAndThoseBesideThem() {
    SharedRun ran =
        requireEqual(
            2,
            """
            int n = 200, m = 70;
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
    for (int place = 0; place < 2; place++) {
      assertThat(ran.on(place)).isEqualTo(20);
      // The needs of the second step were known before memory for the first was allocated.
      assertThat(ran.most("opencl:" + place)).isEqualTo(2 * 8L * 70 * 101);
    }
  }

  @Test
  void raggedRowsAreWholeOnEachDevice() {
    SharedRun ran =
        requireEqual(
            2,
            """
            int n = 100;
            double[][] a = new double[n][], b = new double[n][];
            for (int i = 0; i < n; i++) { a[i] = new double[64 + i]; b[i] = new double[64 + i]; java.util.Arrays.fill(a[i], i); }
            for (int t = 0; t < 5; t++)
              for (@Parallel int i = 0; i < n; i++)
                for (int j = 0; j < 64; j++) b[i][j] += a[i][j] * t;
            return b;
            """);
    for (int place = 0; place < 2; place++) {
      assertThat(ran.on(place)).isEqualTo(5);
      assertThat(ran.most("opencl:" + place)).isBetween(2 * 8L * 11_350, 2 * 8L * 11_400);
    }
  }

  @Test
  void arraysThatFitOnTwoDevicesOnlyAreDividedAndNothingIsSpilled() {
    SharedRun ran =
        requireEqual(
            new EqualDevices(2),
            "300k",
            """
            int n = 60000;
            float[] x = new float[n], y = new float[n];
            for (int i = 0; i < n; i++) { x[i] = i; y[i] = 1f / (i + 1); }
            for (int t = 0; t < 30; t++) for (@Parallel int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i];
            return y;
            """);
    assertThat(ran.on(0)).isEqualTo(30);
    assertThat(ran.on(1)).isEqualTo(30);
    assertThat(ran.most("host")).isZero();
    assertThat(ran.graphs().traffic().uploaded()).isEqualTo(2 * 4L * 60_000);
  }

  @Test
  void whatFitsOnTwoDevicesNeitherGoesToTheHostAndComesBack() {
    SharedRun ran =
        requireEqual(
            new EqualDevices(2),
            "300k",
            """
            int n = 60000;
            float[] x = new float[n], y = new float[n], z = new float[n];
            for (int i = 0; i < n; i++) { x[i] = i; y[i] = 1f / (i + 1); }
            for (int t = 0; t < 5; t++) {
              for (@Parallel int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i];
              for (@Parallel int i = 0; i < n; i++) z[i] = y[i] - z[i];
              for (@Parallel int i = 0; i < n; i++) x[i] = z[i] + 1;
            }
            return new Object[] {x, y, z};
            """);
    assertThat(ran.on(0)).isEqualTo(15);
    assertThat(ran.most("opencl:0")).isLessThanOrEqualTo(300 << 10);
    assertThat(ran.most("opencl:1")).isLessThanOrEqualTo(300 << 10);
    assertThat(ran.most("host")).isPositive();
  }

  @ParameterizedTest
  @MethodSource("dev.slipstream.agent.mapping.SharedRun#devices")
  void partsGrowWhereLaterLoopsNeedOtherElements(int devices) {
    SharedRun ran =
        requireEqual(
            devices,
            """
            int n = 3000;
            int[] a = new int[n], b = new int[n], c = new int[n / 3];
            for (int i = 0; i < n; i++) a[i] = 7 * i;
            // So often that nothing waits any more for what comes after it.
            for (int t = 0; t < 40; t++) for (@Parallel int i = 0; i < n; i++) b[i] = a[i] + t;
            for (int t = 0; t < 40; t++) for (@Parallel int i = 0; i < n / 3; i++) c[i] += b[3 * i] ^ b[3 * i + 2];
            for (int t = 0; t < 40; t++) for (@Parallel int i = 0; i < n - 5; i++) a[i] = b[i + 5] - b[i] * t;
            for (@Parallel int i = 0; i < n; i++) b[n - 1 - i] = a[i] * 3;
            for (@Parallel int i = 0; i < n; i++) a[i] = b[n - 1 - i] + b[i];
            return new Object[] {a, b, c};
            """);
    ran.requireOnEach(devices, 122);
  }
}
