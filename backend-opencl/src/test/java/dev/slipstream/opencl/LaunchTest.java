package dev.slipstream.opencl;

import static dev.slipstream.opencl.OpenClBench.counting;
import static dev.slipstream.opencl.OpenClBench.launch;
import static dev.slipstream.opencl.OpenClBench.mayWrite;
import static dev.slipstream.opencl.OpenClBench.reads;
import static dev.slipstream.opencl.OpenClBench.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LaunchTest {
  /** Shared by all tests, since drivers take long to build the first kernel of a device. */
  private static OpenClBench bench;

  @BeforeAll
  static void open() {
    bench = OpenClBench.open();
  }

  @AfterAll
  static void close() {
    if (bench != null) {
      bench.close();
    }
  }

  @Test
  void aLoopAddsTwoArrays() throws DeviceException {
    HostKernel kernel =
        bench.prepare(
            1,
            List.of("__global int* a", "__global int* b", "__global int* c"),
            "c[i] = a[i] + b[i];");
    int[] a = IntStream.range(0, 1000).toArray();
    int[] b = IntStream.range(0, 1000).map(i -> 3 * i).toArray();
    int[] c = new int[1000];

    LaunchResult result =
        kernel.launch(
            launch(
                counting(1000),
                new Object[] {a, b, c},
                reads(0, 0, 1000),
                reads(1, 0, 1000),
                writes(2, 0, 1000)));

    assertThat(c).isEqualTo(IntStream.range(0, 1000).map(i -> 4 * i).toArray());
    assertThat(result.bytesIn()).isEqualTo(8000);
    assertThat(result.bytesOut()).isEqualTo(4000);
    assertThat(result.deviceLaunches()).isEqualTo(1);
    assertThat(result.kernelNanos()).isPositive();
  }

  @Test
  void startAndStepReachTheKernelAlsoDownwards() throws DeviceException {
    HostKernel kernel = bench.prepare(1, List.of("__global int* a"), "a[i] = i;");
    int[] a = new int[10];

    kernel.launch(
        launch(
            new IterationSpace(new int[] {9}, new int[] {-3}, new int[] {4}),
            new Object[] {a},
            mayWrite(0, 0, 10)));

    assertThat(a).containsExactly(0, 0, 0, 3, 0, 0, 6, 0, 0, 9);
  }

  @Test
  void theInnermostLoopOfTwoIsTheSecond() throws DeviceException {
    HostKernel kernel =
        bench.prepare(2, List.of("__global int* a"), "a[i * 37 + j] = 100 * i + j;");
    int[] a = new int[11 * 37];

    kernel.launch(launch(counting(11, 37), new Object[] {a}, writes(0, 0, a.length)));

    assertThat(a).isEqualTo(IntStream.range(0, a.length).map(x -> x / 37 * 100 + x % 37).toArray());
  }

  @Test
  void threeLoopsCoverTheWholeSpace() throws DeviceException {
    HostKernel kernel =
        bench.prepare(
            3, List.of("__global int* a"), "a[(i * 7 + j) * 33 + l] = 10000 * i + 100 * j + l;");
    int[] a = new int[5 * 7 * 33];

    kernel.launch(launch(counting(5, 7, 33), new Object[] {a}, writes(0, 0, a.length)));

    assertThat(a)
        .isEqualTo(
            IntStream.range(0, a.length)
                .map(x -> x / (7 * 33) * 10000 + x / 33 % 7 * 100 + x % 33)
                .toArray());
  }

  @Test
  void scalarsOfEveryTypeArriveToTheBit() throws DeviceException {
    HostKernel kernel =
        bench.prepare(
            1,
            List.of("int i0", "long l0", "float f0", "double d0", "__global long* out"),
            "out[0] = i0; out[1] = l0; out[2] = as_int(f0); out[3] = as_long(d0);");
    long[] out = new long[4];

    kernel.launch(
        launch(
            counting(1),
            new Object[] {Integer.MIN_VALUE, Long.MAX_VALUE, -0.0f, Math.PI, out},
            writes(4, 0, 4)));

    assertThat(out)
        .containsExactly(
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            Float.floatToRawIntBits(-0.0f),
            Double.doubleToRawLongBits(Math.PI));
  }

  @Test
  void theSameArrayInTwoPlacesIsOneBuffer() throws DeviceException {
    HostKernel kernel =
        bench.prepare(
            1,
            List.of("__global int* a", "__global int* b", "__global int* same"),
            "b[i + 1000] = a[i] + 1; if (i == 0) same[0] = a == b;");
    int[] a = IntStream.range(0, 2000).toArray();
    int[] same = new int[1];

    LaunchResult result =
        kernel.launch(
            launch(
                counting(1000),
                new Object[] {a, a, same},
                reads(0, 0, 1000),
                writes(1, 1000, 2000),
                writes(2, 0, 1)));

    assertThat(same).containsExactly(1);
    assertThat(a).startsWith(0, 1, 2).endsWith(999, 1000);
    assertThat(a[1000]).isEqualTo(1);
    assertThat(result.bytesIn()).isEqualTo(4000);
    assertThat(result.bytesOut()).isEqualTo(4004);
  }

  @Test
  void elementsThatTheKernelDoesNotWriteAreNotTouched() throws Exception {
    HostKernel kernel =
        bench.prepare(
            1,
            List.of("__global int* a", "int n"),
            "int s = 1; for (int t = 0; t < n; t++) s = s * 5 + t; a[2 * i] = s == 7 ? 1 : i;");
    int[] a = new int[2_000_000];
    Arrays.fill(a, -1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<?> writer =
          other.submit(
              () -> {
                for (int round = 1; round <= 200; round++) {
                  for (int i = 1; i < 2000; i += 2) {
                    a[i] = round;
                  }
                }
              });
      kernel.launch(
          launch(
              counting(a.length / 2),
              new Object[] {a, 2000},
              new ArrayAccess(0, 0, 0, 0, a.length, false)));
      writer.get();
    } finally {
      other.shutdown();
    }

    for (int i = 0; i < a.length; i++) {
      assertThat(a[i]).isEqualTo(i % 2 == 0 ? i / 2 : i < 2000 ? 200 : -1);
    }
  }

  @Test
  void onlyTheWrittenRangeComesBack() throws DeviceException {
    HostKernel kernel = bench.prepare(1, List.of("__global int* a"), "a[i] = a[i] + 1; a[0] = 77;");
    int[] a = new int[100];

    // The kernel writes a[0], which its accesses do not declare: the write must not reach the
    // host's array.
    kernel.launch(
        launch(
            new IterationSpace(new int[] {10}, new int[] {1}, new int[] {5}),
            new Object[] {a},
            new ArrayAccess(0, 10, 15, 10, 15, true)));

    assertThat(a[0]).isZero();
    assertThat(Arrays.copyOfRange(a, 9, 16)).containsExactly(0, 1, 1, 1, 1, 1, 0);
  }

  @Test
  void anArrayOfWhichOnlyTheLengthIsAskedIsNotCopied() throws DeviceException {
    HostKernel kernel =
        bench.prepare(
            1,
            List.of("__global double* a", "__global char* empty", "__global int* out"),
            "out[i] = a_length + empty_length;");
    int[] out = new int[3];

    LaunchResult result =
        kernel.launch(
            launch(counting(3), new Object[] {new double[500], new byte[0], out}, writes(2, 0, 3)));

    assertThat(out).containsExactly(500, 500, 500);
    assertThat(result.bytesIn()).isZero();
  }

  @Test
  void fourThreadsLaunchAtTheSameTime() throws Exception {
    HostKernel add = bench.prepare(1, List.of("__global int* a", "int x"), "a[i] = a[i] + x;");
    HostKernel multiply =
        bench.prepare(1, List.of("__global long* a", "long x"), "a[i] = a[i] * x;");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int t = 1; t <= 4; t++) {
        int x = t;
        Callable<Boolean> work = () -> additions(add, x) && multiplications(multiply, x);
        results.add(threads.submit(work));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static boolean additions(HostKernel add, int x) throws DeviceException {
    int[] a = new int[10_000 * x];
    for (int round = 0; round < 20; round++) {
      add.launch(
          launch(
              counting(a.length),
              new Object[] {a, x},
              new ArrayAccess(0, 0, a.length, 0, a.length, true)));
    }
    return Arrays.stream(a).allMatch(value -> value == 20 * x);
  }

  private static boolean multiplications(HostKernel multiply, long x) throws DeviceException {
    long[] a = new long[3000];
    Arrays.fill(a, 1);
    for (int round = 0; round < 10; round++) {
      multiply.launch(
          launch(
              counting(a.length),
              new Object[] {a, x},
              new ArrayAccess(0, 0, a.length, 0, a.length, false)));
    }
    return Arrays.stream(a).allMatch(value -> value == (long) Math.pow(x, 10));
  }

  @Test
  void aClosedDeviceSaysSoAndMayBeClosedAgain() throws DeviceException {
    OpenClBench own = OpenClBench.open();
    HostKernel kernel = own.prepare(1, List.of("__global int* a"), "a[i] = i;");
    own.close();
    own.close();

    assertThatThrownBy(
            () -> kernel.launch(launch(counting(1), new Object[] {new int[1]}, writes(0, 0, 1))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("closed");
  }
}
