package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels each of whose iterations has arrays of its own. */
class ScratchLaunchTest {
  /** Reverses a sequence twice. */
  static final class Turning {
    public static void body(int i, int[] t, int[] out, short[] u) {
      for (int k = 0; k < t.length; k++) {
        t[k] = i * 31 + k;
        u[t.length - 1 - k] = (short) (t[k] ^ 77);
      }
      int sum = 0;
      for (int k = 0; k < t.length; k++) {
        sum = 7 * sum + t[t.length - 1 - k] + u[k];
      }
      out[i] = sum;
    }
  }

  /** The same in three dimensions, with one array. */
  static final class Deep {
    public static void body(int i, int j, int k, long[] t, long[] out, int m, int n) {
      for (int l = 0; l < t.length; l++) {
        t[l] = i + 10L * j - 100L * k + l;
      }
      long sum = 0;
      for (int l = 0; l < t.length; l++) {
        sum = 5 * sum ^ t[(l + i) % t.length];
      }
      out[(i * m + j) * n + k] = sum;
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
  void workItemsDoNotSeeEachOthersArrays() throws Exception {
    int n = 5000;
    int[] t = {4, 5, 6, 7, 8, 9, 10};
    short[] u = new short[t.length];
    int[] out = new int[n];
    int[] expected = new int[n];
    for (int i = 0; i < n; i++) {
      Turning.body(i, new int[t.length], expected, new short[t.length]);
    }
    for (int run = 0; run < 2; run++) {
      ImmediateLaunches.prepare(
              devices.get(0), kernel(Turning.class, 1, List.of(0, 2), "[I", "[I", "[S"))
          .launch(
              new Launch(
                  OpenClBench.counting(n),
                  new Object[] {t, out, u},
                  List.of(new ArrayAccess(1, 0, 0, 0, n, true))));
    }
    assertThat(out).isEqualTo(expected);
    assertThat(t).containsExactly(4, 5, 6, 7, 8, 9, 10);
    assertThat(u).containsOnly(0);
  }

  @Test
  void threeDimensionsAreNumberedThrough() throws Exception {
    int m = 13;
    int n = 70;
    int planes = 40;
    long[] out = new long[planes * m * n];
    long[] few = new long[1 << 9];
    ImmediateLaunches.prepare(
            devices.get(0), kernel(Deep.class, 3, List.of(0), "[J", "[J", "I", "I"))
        .launch(
            new Launch(
                new IterationSpace(
                    new int[] {0, 0, 0}, new int[] {1, 1, 1}, new int[] {planes, m, n}),
                new Object[] {few, out, m, n},
                List.of(new ArrayAccess(1, 0, 0, 0, out.length, true))));
    long[] expected = new long[planes * m * n];
    for (int i = 0; i < planes; i++) {
      for (int j = 0; j < m; j++) {
        for (int k = 0; k < n; k++) {
          Deep.body(i, j, k, few, expected, m, n);
        }
      }
    }
    assertThat(out).isEqualTo(expected);
  }

  static RangeKernel kernel(
      Class<?> holder, int dimensions, List<Integer> scratch, String... descriptors)
      throws Exception {
    RangeKernel kernel = TranslatedKernelTest.kernel(holder, dimensions, descriptors);
    List<KernelParameter> parameters = new ArrayList<>();
    for (int p = 0; p < descriptors.length; p++) {
      parameters.add(new KernelParameter("p", descriptors[p], scratch.contains(p)));
    }
    return new RangeKernel(
        kernel.loop(), kernel.className(), kernel.classFile(), dimensions, parameters);
  }
}
