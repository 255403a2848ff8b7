package dev.slipstream.tornado;

import static dev.slipstream.tornado.RowLaunches.copy;
import static dev.slipstream.tornado.RowLaunches.counting;
import static dev.slipstream.tornado.RowLaunches.filled;
import static dev.slipstream.tornado.RowLaunches.launch;
import static dev.slipstream.tornado.RowLaunches.mayWrite;
import static dev.slipstream.tornado.RowLaunches.reads;
import static dev.slipstream.tornado.RowLaunches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.lang.reflect.Array;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of arrays, all the way to a device and back. */
class RowLaunchTest {
  @TempDir Path folder;
  private List<Device> devices = List.of();
  private final long seed = Long.getLong("slipstream.test.seed", 1);
  private final Random random = new Random(seed);

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, RowLaunchTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
    System.out.println("RowLaunchTest seed " + seed);
  }

  private PreparedKernel prepare(Class<?> kernel, int dimensions, String... descriptors)
      throws Exception {
    return devices.get(0).prepare(ResidentMachine.kernel(kernel, dimensions, descriptors));
  }

  @Test
  void aStencilOverRowsGivesTheBitsOfJava() throws Exception {
    int height = 45;
    int width = 67;
    double[][] u = doubles(height, width);
    double[][] v = copy(u);
    double[][] expected = copy(u);
    for (int i = 1; i < height - 1; i++) {
      for (int j = 1; j < width - 1; j++) {
        RowKernels.Heat.body(i, j, u, expected, 0.1);
      }
    }

    prepare(RowKernels.Heat.class, 2, "[[D", "[[D", "D")
        .launch(
            launch(
                inner(height, width),
                new Object[] {u, v, 0.1},
                reads(0, 0, height),
                mayWrite(1, 1, height - 1)));

    assertThat(v).isDeepEqualTo(expected);
  }

  @Test
  void rowsOfAnyTypeAndLengthTravel() throws Exception {
    PreparedKernel kernel =
        prepare(
            RowKernels.EveryType.class, 1, "[[Z", "[[B", "[[S", "[[C", "[[I", "[[J", "[[F", "[[D");
    Class<?>[] types = {
      boolean.class,
      byte.class,
      short.class,
      char.class,
      int.class,
      long.class,
      float.class,
      double.class
    };
    for (boolean ragged : new boolean[] {false, true}) {
      for (boolean all : new boolean[] {false, true}) {
        int n = 20;
        int[] lengths = random.ints(n, 0, 1000).map(m -> ragged ? m : 777).toArray();
        Object[] arguments = new Object[types.length];
        ArrayAccess[] accesses = new ArrayAccess[types.length];
        for (int t = 0; t < types.length; t++) {
          Object[] rows = (Object[]) Array.newInstance(types[t], n, 0);
          for (int i = 0; i < n; i++) {
            rows[i] = filled(random, types[t], lengths[i]);
          }
          arguments[t] = rows;
          accesses[t] = new ArrayAccess(t, 0, n, 0, n, all);
        }
        Object[] expected = copy(arguments);
        for (int i = 0; i < n; i++) {
          RowKernels.EveryType.body(
              i,
              (boolean[][]) expected[0],
              (byte[][]) expected[1],
              (short[][]) expected[2],
              (char[][]) expected[3],
              (int[][]) expected[4],
              (long[][]) expected[5],
              (float[][]) expected[6],
              (double[][]) expected[7]);
        }

        kernel.launch(launch(counting(n), arguments, accesses));

        assertThat(Arrays.deepEquals(arguments, expected))
            .as("ragged %s, all %s", ragged, all)
            .isTrue();
      }
    }
  }

  @Test
  void rowsOutsideTheAccessedRangesMayBeNullOrDifferent() throws Exception {
    PreparedKernel kernel = prepare(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    int[][] from = new int[30][];
    int[][] to = new int[30][];
    for (int i = 10; i < 15; i++) {
      from[i + 3] = (int[]) filled(random, int.class, 50);
      to[i] = new int[50];
    }
    from[29] = new int[3];
    to[0] = new int[1];
    int[][] expected = copy(to);
    for (int i = 10; i < 15; i++) {
      RowKernels.Shift.body(i, from, expected, 3);
    }

    kernel.launch(
        launch(
            new IterationSpace(new int[] {10}, new int[] {1}, new int[] {5}),
            new Object[] {from, to, 3},
            reads(0, 13, 18),
            writes(1, 10, 15)));

    assertThat(to).isDeepEqualTo(expected);
  }

  @Test
  void elementsThatTheKernelDoesNotWriteBelongToOthers() throws Exception {
    PreparedKernel kernel = prepare(RowKernels.EveryOther.class, 1, "[[I", "I");
    int[][] a = new int[2000][500];
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<?> writer =
          other.submit(
              () -> {
                for (int round = 1; round <= 200; round++) {
                  for (int j = 1; j < 500; j += 2) {
                    a[j][j] = round;
                  }
                }
              });
      kernel.launch(launch(counting(2000), new Object[] {a, 1000}, mayWrite(0, 0, 2000)));
      writer.get();
    } finally {
      other.shutdown();
    }

    for (int i = 0; i < 2000; i++) {
      for (int j = 0; j < 500; j++) {
        int expected = j % 2 == 0 ? i + j : i == j ? 200 : 0;
        if (a[i][j] != expected) {
          assertThat(a[i][j]).as("row %s, element %s", i, j).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void boxesTravelWholeAndInPart() throws Exception {
    PreparedKernel kernel = prepare(RowKernels.Boxes.class, 1, "[[[F", "[[[F");
    for (int form = 0; form < 4; form++) {
      float[][][] u = new float[9][][];
      for (int i = 2; i < 8; i++) {
        u[i] = new float[form == 1 ? i : 4][];
        for (int j = 0; j < u[i].length; j++) {
          u[i][j] = (float[]) filled(random, float.class, form == 2 ? i + j : form == 3 ? i : 5);
        }
      }
      u[8] = new float[1][1];
      float[][][] v = copy(u);
      float[][][] expected = copy(u);
      for (int i = 2; i < 8; i++) {
        RowKernels.Boxes.body(i, u, expected);
      }

      kernel.launch(
          launch(
              new IterationSpace(new int[] {2}, new int[] {1}, new int[] {6}),
              new Object[] {u, v},
              reads(0, 2, 8),
              form % 2 == 0 ? writes(1, 2, 8) : mayWrite(1, 2, 8)));

      assertThat(Arrays.deepEquals(v, expected)).as("form %s", form).isTrue();
    }
  }

  @Test
  void anArrayOfWhichOnlyTheLengthIsAskedIsNotCopied() throws Exception {
    int[] out = new int[3];

    prepare(RowKernels.Lengths.class, 1, "[[B", "[[[C", "[[B", "[I")
        .launch(
            launch(
                counting(3),
                new Object[] {new byte[7][], new char[5][][], null, out},
                writes(3, 0, 3)));

    assertThat(out).containsExactly(57, 57, 57);
  }

  @Test
  void aHeldKernelTakesRowsOfAnyForm() throws Exception {
    PreparedKernel kernel = prepare(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    int[][] equal = new int[5][7];
    int[][] ragged = IntStream.range(0, 5).mapToObj(i -> new int[7 - i]).toArray(int[][]::new);
    int[][] empty = new int[5][0];
    for (int[][] to : List.of(equal, ragged, empty, equal)) {
      kernel.launch(
          launch(
              counting(5), new Object[] {new int[5][7], to, 0}, reads(0, 0, 5), writes(1, 0, 5)));
      for (int[] row : to) {
        assertThat(row).containsOnly(row.length == 0 ? new int[0] : new int[] {1});
      }
    }
  }

  private static IterationSpace inner(int height, int width) {
    return new IterationSpace(
        new int[] {1, 1}, new int[] {1, 1}, new int[] {height - 2, width - 2});
  }

  private double[][] doubles(int height, int width) {
    return IntStream.range(0, height)
        .mapToObj(i -> random.doubles(width).toArray())
        .toArray(double[][]::new);
  }
}
