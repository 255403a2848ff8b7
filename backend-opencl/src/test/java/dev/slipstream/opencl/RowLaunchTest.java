package dev.slipstream.opencl;

import static dev.slipstream.runtime.fixture.RowLaunches.copy;
import static dev.slipstream.runtime.fixture.RowLaunches.counting;
import static dev.slipstream.runtime.fixture.RowLaunches.filled;
import static dev.slipstream.runtime.fixture.RowLaunches.launch;
import static dev.slipstream.runtime.fixture.RowLaunches.mayWrite;
import static dev.slipstream.runtime.fixture.RowLaunches.reads;
import static dev.slipstream.runtime.fixture.RowLaunches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import dev.slipstream.runtime.fixture.RowKernels;
import dev.slipstream.runtime.fixture.RowLaunchContract;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays of arrays, copied to a device and back. */
class RowLaunchTest extends RowLaunchContract {
  /** The size of staging memory in bytes: copies are split there. */
  private static final int SLOT = 4 << 20;

  /** Shared by all tests, since drivers take long to build the first kernel of a device. */
  private static List<Device> devices = List.of();

  @BeforeAll
  static void open() throws DeviceException {
    OpenClBench.open().close();
    devices = new OpenClBackend().open();
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
  }

  @AfterAll
  static void close() {
    devices.forEach(Device::close);
  }

  @Override
  protected HostKernel prepare(Class<?> kernel, int dimensions, String... descriptors)
      throws DeviceException, IOException {
    return ImmediateLaunches.prepare(
        devices.get(0), TranslatedKernelTest.kernel(kernel, dimensions, descriptors));
  }

  @Override
  protected void requireMoved(LaunchResult result, long bytesIn, long bytesOut) {
    assertThat(result.bytesIn()).isEqualTo(bytesIn);
    assertThat(result.bytesOut()).isEqualTo(bytesOut);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1000, SLOT / 4 - 1, SLOT / 4, SLOT / 4 + 1, SLOT / 2 + 17})
  void rowsCrossTheBordersOfStagingMemory(int width) throws Exception {
    HostKernel kernel = prepare(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    int height = Math.min(40_000, 3 * SLOT / 4 / width + 2);
    for (boolean ragged : new boolean[] {false, true}) {
      int[][] from = new int[height][];
      int[][] to = new int[height][];
      for (int i = 0; i < height; i++) {
        int length = ragged ? random.nextInt(width + 1) : width;
        from[i] = (int[]) filled(random, int.class, length);
        to[i] = new int[length];
      }

      kernel.launch(
          launch(
              counting(height),
              new Object[] {from, to, 0},
              reads(0, 0, height),
              ragged ? mayWrite(1, 0, height) : writes(1, 0, height)));

      for (int i = 0; i < height; i++) {
        for (int j = 0; j < to[i].length; j++) {
          if (to[i][j] != from[i][j] + 1) {
            throw new AssertionError("row " + i + ", element " + j + ", ragged " + ragged);
          }
        }
      }
    }
  }

  @Test
  void theSameArrayMayBePassedTwice() throws Exception {
    HostKernel kernel = prepare(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    for (boolean ragged : new boolean[] {false, true}) {
      for (boolean all : new boolean[] {false, true}) {
        int[][] a = new int[30][];
        for (int i = 0; i < 10; i++) {
          a[i] = (int[]) filled(random, int.class, ragged ? i : 20);
          a[i + 20] = (int[]) filled(random, int.class, ragged ? 2 * i : 20);
        }
        int[][] expected = copy(a);
        for (int i = 0; i < 10; i++) {
          RowKernels.Shift.body(i, expected, expected, 20);
        }

        // There are no rows between those that are written and those that are read.
        kernel.launch(
            launch(
                counting(10),
                new Object[] {a, a, 20},
                reads(0, 20, 30),
                new ArrayAccess(1, 0, 0, 0, 10, all)));

        assertThat(a).as("ragged %s, all %s", ragged, all).isDeepEqualTo(expected);
      }
    }
  }
}
