package dev.slipstream.runtime.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.fixture.CallbackKernel;
import dev.slipstream.runtime.fixture.CheckingKernel;
import dev.slipstream.runtime.fixture.CountKernel;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.MeetingKernel;
import dev.slipstream.runtime.fixture.PieceKernel;
import dev.slipstream.runtime.fixture.ThreadKernel;
import dev.slipstream.runtime.fixture.ThrowingKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CpuDeviceTest {
  private final CpuDevice device = new CpuDevice(4);

  @AfterEach
  void close() {
    device.close();
    System.getProperties().remove(CallbackKernel.CALLBACK);
  }

  @Test
  void allElementsAreComputed() throws DeviceException {
    long seed = 42;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int n = 100_003;
    double[] a = random.doubles(n).toArray();
    double[] b = random.doubles(n).toArray();
    double[] expected = new double[n];
    Arrays.setAll(expected, i -> a[i] + b[i]);
    HostKernel kernel = device.prepare(Kernels.add());
    for (int round = 0; round < 5; round++) {
      double[] c = new double[n];
      LaunchResult result = kernel.launch(Kernels.add(a, b, c));
      assertThat(c).isEqualTo(expected);
      assertThat(result.kernelNanos()).isPositive();
      assertThat(result.deviceLaunches()).isZero();
      assertThat(result.bytesIn() + result.bytesOut()).isZero();
    }
  }

  @Test
  void eachIterationOfATwoDimensionalLoopThatCountsDownRunsOnce() throws DeviceException {
    for (int[] size : new int[][] {{1, 1}, {3, 5_000}, {5_000, 3}, {77, 91}}) {
      int rows = size[0];
      int width = size[1];
      int[] reached = new int[2 * rows * width];
      Launch launch =
          new Launch(
              new IterationSpace(
                  new int[] {2 * rows - 1, 0}, new int[] {-2, 1}, new int[] {rows, width}),
              new Object[] {reached, width},
              List.of(new ArrayAccess(0, 0, reached.length, 0, reached.length, false)));
      device.prepare(count()).launch(launch);
      for (int i = 0; i < reached.length; i++) {
        assertThat(reached[i]).as("element " + i).isEqualTo(i / width % 2);
      }
    }
  }

  @Test
  void severalThreadsWorkAtTheSameTime() throws DeviceException {
    int[] a = new int[1000];
    device.prepare(Kernels.onInts(MeetingKernel.class)).launch(Kernels.inPlace(a, a.length));
    assertThat(a[999]).isEqualTo(999);
  }

  @Test
  @SuppressWarnings("deprecation")
  void besideAsManyLaunchesAsThereAreCoresALaunchUsesNoHelpers() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Runnable stays =
        () -> {
          begun.countDown();
          await(end);
        };
    System.getProperties().put(CallbackKernel.CALLBACK, stays);
    try (CpuDevice two = new CpuDevice(2)) {
      HostKernel staying = two.prepare(Kernels.onInts(CallbackKernel.class));
      Thread other = launching(staying, Kernels.inPlace(new int[1], 1));
      await(begun);
      long[] threads = new long[100_000];
      RangeKernel kernel = Kernels.of(ThreadKernel.class, 1, new KernelParameter("a", "[J"));
      HostKernel noting = two.prepare(kernel);
      for (int round = 0; round < 20; round++) {
        noting.launch(Kernels.inPlace(threads, threads.length));
        assertThat(threads).containsOnly(Thread.currentThread().getId());
      }
      end.countDown();
      other.join();
    }
  }

  @Test
  void aLaunchGetsHelpAsSoonAsAnotherHasEnded() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch met = new CountDownLatch(2);
    try (CpuDevice two = new CpuDevice(2)) {
      HostKernel kernel = two.prepare(Kernels.onInts(CallbackKernel.class));
      AtomicReference<Thread> other = new AtomicReference<>();
      AtomicInteger pieces = new AtomicInteger();
      Runnable callback =
          () -> {
            if (Thread.currentThread() == other.get()) {
              begun.countDown();
              await(end);
            } else if (pieces.getAndIncrement() == 0) {
              // The first iteration of the launch that was alone on its core.
              end.countDown();
              join(other.get());
            } else if (pieces.get() > 17) {
              met.countDown();
              await(met);
            }
          };
      System.getProperties().put(CallbackKernel.CALLBACK, callback);
      Thread launches = launched(kernel, Kernels.inPlace(new int[1], 1));
      other.set(launches);
      launches.start();
      await(begun);
      kernel.launch(Kernels.inPlace(new int[200], 200));
      assertThat(met.getCount()).isZero();
    }
  }

  private static Thread launching(HostKernel kernel, Launch launch) {
    Thread thread = launched(kernel, launch);
    thread.start();
    return thread;
  }

  private static Thread launched(HostKernel kernel, Launch launch) {
    return new Thread(
        () -> {
          try {
            kernel.launch(launch);
          } catch (DeviceException failure) {
            throw new IllegalStateException(failure);
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @SuppressWarnings("deprecation")
  void withOneThreadOnlyTheCallingThreadWorks() throws DeviceException {
    try (CpuDevice single = new CpuDevice(1)) {
      long[] threads = new long[10_000];
      RangeKernel kernel = Kernels.of(ThreadKernel.class, 1, new KernelParameter("a", "[J"));
      single.prepare(kernel).launch(Kernels.inPlace(threads, threads.length));
      assertThat(threads).containsOnly(Thread.currentThread().getId());
      assertThat(single.description()).isEqualTo("1 core");
    }
  }

  @Test
  void aViolatedLaunchLeavesTheArraysAsTheyWere() throws DeviceException {
    RangeKernel checking =
        Kernels.of(
            CheckingKernel.class,
            1,
            new KernelParameter("a", "[[I"),
            new KernelParameter("violation", "[I"));
    HostKernel kernel = device.prepare(checking);
    int[][] rows = new int[300][7];
    kernel.launch(checked(rows));
    assertThat(List.of(rows)).allSatisfy(row -> assertThat(row).containsOnly(1));
    for (int bad : new int[] {-5, 1000}) {
      rows[200][3] = bad;
      DeviceException violated =
          catchThrowableOfType(DeviceException.class, () -> kernel.launch(checked(rows)));
      assertThat(violated.violation()).isEqualTo(bad < 0 ? 7 : DeviceException.UNNAMED_VIOLATION);
      assertThat(violated.hostArraysChanged()).isFalse();
      rows[200][3] = 1;
      assertThat(List.of(rows)).allSatisfy(row -> assertThat(row).containsOnly(1));
    }
  }

  private static Launch checked(int[][] rows) {
    return new Launch(
        Kernels.line(rows.length),
        new Object[] {rows, new int[1]},
        List.of(
            new ArrayAccess(0, 0, rows.length, 0, rows.length, true),
            new ArrayAccess(1, 0, 1, 0, 1, false)),
        1);
  }

  @Test
  void aThrowingKernelEndsTheLaunchAfterPartialResults() throws DeviceException {
    int[] a = new int[10_000];
    a[5_000] = -1;
    HostKernel kernel = device.prepare(Kernels.onInts(ThrowingKernel.class));
    DeviceException failure =
        catchThrowableOfType(
            DeviceException.class, () -> kernel.launch(Kernels.inPlace(a, a.length)));
    assertThat(failure.hostArraysChanged()).isTrue();
    assertThat(failure).hasMessageContaining("element 5000");
    int[] after = a.clone();
    a[5_000] = 0;
    assertThat(after).containsOnlyOnce(-1);
    DeviceException second =
        catchThrowableOfType(
            DeviceException.class, () -> kernel.launch(Kernels.inPlace(new int[] {1, -1}, 2)));
    assertThat(second).isNotNull();
  }

  @Test
  void aLaunchThatMayExhaustTheHeapIsUndoneWhenItFails() throws DeviceException {
    int[] a = new int[10_000];
    a[5_000] = -1;
    int[] before = a.clone();
    long heap = Runtime.getRuntime().maxMemory();
    RangeKernel kernel = Kernels.onInts(ThrowingKernel.class).withNewBytes(heap / 4);
    DeviceException failure =
        catchThrowableOfType(
            DeviceException.class,
            () -> device.prepare(kernel).launch(Kernels.inPlace(a, a.length)));
    assertThat(failure.hostArraysChanged()).isFalse();
    assertThat(failure).hasMessageContaining("element 5000");
    assertThat(a).isEqualTo(before);
  }

  @Test
  void onlyTheFirstLaunchThatHasIterationsRunsInShortPieces() throws DeviceException {
    try (CpuDevice two = new CpuDevice(2)) {
      HostKernel kernel = two.prepare(Kernels.onInts(PieceKernel.class));
      kernel.launch(Kernels.inPlace(new int[1], 0));
      assertThat(pieces(kernel)).isEqualTo(1_000_000 / 512);
      assertThat(pieces(kernel)).isBetween(1L, 12L);
    }
  }

  @Test
  void aKernelThatCopiesAnArrayForEachPieceRunsInLongPiecesFromTheStart() throws DeviceException {
    RangeKernel kernel =
        Kernels.of(PieceKernel.class, 1, new KernelParameter("a", "[I", /* scratch= */ true));
    try (CpuDevice two = new CpuDevice(2)) {
      assertThat(pieces(two.prepare(kernel))).isBetween(1L, 12L);
    }
  }

  private static long pieces(HostKernel kernel) throws DeviceException {
    int[] sizes = new int[1_000_000];
    kernel.launch(Kernels.inPlace(sizes, sizes.length));
    assertThat(Arrays.stream(sizes).sum()).isEqualTo(sizes.length);
    return Arrays.stream(sizes).filter(size -> size > 0).count();
  }

  @Test
  void launchesFromWithinLaunchesDoNotBlockEachOther() throws DeviceException {
    AtomicInteger inner = new AtomicInteger();
    HostKernel add = device.prepare(Kernels.add());
    Runnable callback =
        () -> {
          double[] c = new double[1000];
          double[] ones = new double[1000];
          Arrays.fill(ones, 1);
          try {
            add.launch(Kernels.add(ones, ones, c));
          } catch (DeviceException failure) {
            throw new IllegalStateException(failure);
          }
          inner.addAndGet((int) Arrays.stream(c).sum());
        };
    System.getProperties().put(CallbackKernel.CALLBACK, callback);
    int[] a = new int[200];
    device.prepare(Kernels.onInts(CallbackKernel.class)).launch(Kernels.inPlace(a, a.length));
    assertThat(inner).hasValue(200 * 2000);
  }

  @Test
  void severalApplicationThreadsMayLaunchAtTheSameTime() throws Exception {
    HostKernel kernel = device.prepare(Kernels.add());
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int t = 0; t < 6; t++) {
        double value = t;
        Callable<Boolean> task =
            () -> {
              boolean right = true;
              for (int round = 0; round < 50; round++) {
                double[] a = new double[5_000];
                Arrays.fill(a, value);
                double[] c = new double[5_000];
                kernel.launch(Kernels.add(a, a, c));
                right &= Arrays.stream(c).allMatch(v -> v == 2 * value);
              }
              return right;
            };
        results.add(threads.submit(task));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void anInterruptedThreadWaitsForItsResultsAndStaysInterrupted() throws DeviceException {
    double[] ones = new double[200_000];
    Arrays.fill(ones, 1);
    double[] c = new double[200_000];
    HostKernel kernel = device.prepare(Kernels.add());
    Thread.currentThread().interrupt();
    kernel.launch(Kernels.add(ones, ones, c));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(c).containsOnly(2);
  }

  @Test
  void theWorkersAreDaemonsWithoutTheProgramsClassLoader() throws DeviceException {
    int[] a = new int[1000];
    device.prepare(Kernels.onInts(MeetingKernel.class)).launch(Kernels.inPlace(a, a.length));
    List<Thread> workers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getName().startsWith("slipstream-cpu-"))
            .toList();
    assertThat(workers)
        .isNotEmpty()
        .allMatch(Thread::isDaemon)
        .allMatch(t -> t.getContextClassLoader() == null);
  }

  @Test
  void aClosedDeviceStillComputesOnTheCallingThread() throws DeviceException {
    HostKernel kernel = device.prepare(Kernels.add());
    device.close();
    double[] ones = new double[5_000];
    Arrays.fill(ones, 1);
    double[] c = new double[5_000];
    kernel.launch(Kernels.add(ones, ones, c));
    assertThat(c).containsOnly(2);
  }

  @Test
  void aDamagedKernelIsRefused() {
    RangeKernel good = Kernels.add();
    byte[] damaged = Arrays.copyOf(good.classFile(), good.classFile().length / 2);
    RangeKernel kernel =
        new RangeKernel(good.loop(), good.className(), damaged, 1, good.parameters());
    assertThatThrownBy(() -> device.prepare(kernel))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("does not accept");
  }

  @Test
  void aKernelSeesNoClassOfTheProgram() {
    RangeKernel open = Kernels.onInts(CpuDeviceTest.OpenKernel.class);
    assertThatThrownBy(() -> device.prepare(open))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("does not accept");
  }

  /** A kernel that refers to a class of the program, which kernels must not. */
  public static final class OpenKernel {
    static final Kernels REFERENCE = create();

    private static Kernels create() {
      Kernels.line(1);
      return null;
    }

    public static void run(int[] bounds, Object[] arguments) {
      create();
    }
  }

  private static RangeKernel count() {
    return Kernels.of(
        CountKernel.class,
        2,
        new KernelParameter("reached", "[I"),
        new KernelParameter("width", "I"));
  }
}
