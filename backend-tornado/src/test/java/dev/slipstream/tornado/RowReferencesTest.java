package dev.slipstream.tornado;

import static dev.slipstream.runtime.fixture.RowLaunches.copy;
import static dev.slipstream.runtime.fixture.RowLaunches.counting;
import static dev.slipstream.runtime.fixture.RowLaunches.filled;
import static dev.slipstream.runtime.fixture.RowLaunches.launch;
import static dev.slipstream.runtime.fixture.RowLaunches.reads;
import static dev.slipstream.runtime.fixture.RowLaunches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import dev.slipstream.runtime.fixture.RowKernels;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which references to arrays of arrays, and to their rows, kernels may have. */
class RowReferencesTest {
  @TempDir Path folder;
  private List<Device> devices = List.of();
  private final long seed = Long.getLong("slipstream.test.seed", 1);
  private final Random random = new Random(seed);

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, RowReferencesTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
    System.out.println("RowReferencesTest seed " + seed);
  }

  private HostKernel prepare(Class<?> kernel, int dimensions, String... descriptors)
      throws Exception {
    return ImmediateLaunches.prepare(
        devices.get(0), ResidentMachine.kernel(kernel, dimensions, descriptors));
  }

  @Test
  void oneArrayOfArraysThatIsWrittenStandsForOneParameterOnly() throws Exception {
    HostKernel kernel = prepare(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    int[][] a = new int[30][20];
    assertThatThrownBy(
            () ->
                kernel.launch(
                    launch(
                        counting(10), new Object[] {a, a, 20}, reads(0, 20, 30), writes(1, 0, 10))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("one array is passed as several");
    assertThat(a[0]).containsOnly(0);
  }

  @Test
  void theSameArrayAndTheSameRowsMayBeReadTwice() throws Exception {
    HostKernel kernel = prepare(RowKernels.Product.class, 2, "[[F", "[[F", "[[F");
    float[][] a = new float[12][];
    Arrays.setAll(a, i -> i % 2 == 0 ? (float[]) filled(random, float.class, 12) : a[i - 1]);
    for (float[][] b : List.of(a, a.clone())) {
      float[][] c = new float[12][12];
      float[][] expected = new float[12][12];
      for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 12; j++) {
          RowKernels.Product.body(i, j, a, b, expected);
        }
      }
      kernel.launch(
          launch(
              new IterationSpace(new int[2], new int[] {1, 1}, new int[] {12, 12}),
              new Object[] {a, b, c},
              reads(0, 0, 12),
              reads(1, 0, 12),
              writes(2, 0, 12)));
      assertThat(c).isDeepEqualTo(expected);
    }
  }

  @Test
  void referencesToRowsOfOneArrayAreFollowed() throws Exception {
    for (boolean ragged : new boolean[] {false, true}) {
      HostKernel kernel = prepare(RowKernels.Chosen.class, 1, "[[J", "[[J", "[Z");
      long[][] a = new long[9][];
      long[][] b = new long[9][];
      boolean[] up = new boolean[9];
      for (int i = 0; i < 9; i++) {
        a[i] = (long[]) filled(random, long.class, ragged ? 9 - i : 9);
        b[i] = (long[]) filled(random, long.class, ragged ? 9 - i : 9);
        up[i] = i % 3 != 0;
      }
      long[][] expected = copy(b);
      for (int i = 0; i < 9; i++) {
        RowKernels.Chosen.body(i, a, expected, up);
      }
      kernel.launch(
          launch(
              counting(9),
              new Object[] {a, b, up},
              reads(0, 0, 9),
              new ArrayAccess(1, 0, 9, 0, 9, true),
              reads(2, 0, 9)));
      assertThat(b).isDeepEqualTo(expected);
    }
  }

  @Test
  void arraysThatTheProgramDoesNotHaveNeedNotBeThereWhereNoIterationTouchesThem() throws Exception {
    HostKernel kernel = prepare(RowKernels.Perhaps.class, 1, "[I", "I", "[[I", "[J");
    int[] y = new int[5];
    kernel.launch(launch(counting(5), new Object[] {y, 0, null, null}, writes(0, 0, 5)));
    assertThat(y).containsExactly(0, 1, 2, 3, 4);
    int[][] x = {{1}, {2}, {3}, {4, 5}, {6}};
    kernel.launch(
        launch(
            counting(5),
            new Object[] {y, 1, x, new long[] {10, 20, 30, 40, 50}},
            writes(0, 0, 5),
            reads(2, 0, 5),
            reads(3, 0, 5)));
    assertThat(y).containsExactly(11, 23, 35, 47, 60);
  }

  @Test
  void rowsThatAreChosenBetweenArraysComparedOrExchangedAreRefused() {
    Map<Class<?>, String> reasons =
        Map.of(
            RowKernels.OfTwo.class, "an array that it uses may be one of several",
            RowKernels.OrNull.class, "an array that it uses may be one of several",
            RowKernels.Compared.class, "it compares references",
            RowKernels.Exchanged.class, "it stores arrays in arrays");
    reasons.forEach(
        (type, reason) ->
            assertThatThrownBy(() -> prepare(type, 1, "[[J", "[[J", "[Z"))
                .as(type.getSimpleName())
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("TornadoVM cannot run it")
                .hasMessageContaining(reason));
  }
}
