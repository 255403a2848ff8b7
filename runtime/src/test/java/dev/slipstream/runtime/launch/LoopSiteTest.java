package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.NoDeferral;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.fixture.ThrowingKernel;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LoopSiteTest {
  private static final Object[] NOTHING = {};
  private static final int START = 3;
  private static final int RESUME = 1000;

  private final Output output = new Output();
  private final Log log = output.log(LogLevel.WARN);
  private final AtomicLong now = new AtomicLong();
  private final FakeDevice gpu = new FakeDevice("opencl:0");
  private final double[] ones = ones(1000);
  private final double[] sums = new double[1000];
  private final Launch launch = Kernels.add(ones, ones, sums);
  private final Loop loop = TestLoop.running(Kernels.add(), launch, RESUME);

  @Test
  void anAdmittedLoopRunsOnTheFirstDevice() {
    LoopSite site = automatic(loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gpu.launched).hasValue(1);
    LoopStatistics.OnDevice on = site.statistics().devices().get(0);
    assertThat(on.device()).isEqualTo("opencl:0");
    assertThat(on.iterations()).isEqualTo(1000);
    assertThat(on.kernelNanos()).isEqualTo(2_000_000);
    assertThat(on.launches()).isEqualTo(1);
    assertThat(on.bytesIn()).isEqualTo(100);
    assertThat(on.bytesOut()).isEqualTo(50);
  }

  @Test
  void theKernelIsPreparedOnce() {
    LoopSite site = named("opencl:0", loop, gpu);
    site.submit(START, NOTHING);
    site.submit(START, NOTHING);
    assertThat(gpu.prepared).hasValue(1);
    assertThat(gpu.launched).hasValue(2);
  }

  @Test
  void theTimeInWhichTheKernelWasMadeReadyForTheDeviceIsCounted() {
    long nanos = 3_000_000;
    gpu.onPrepare(
        kernel -> {
          for (long began = System.nanoTime(); System.nanoTime() - began < nanos; ) {
            Thread.onSpinWait();
          }
        });
    LoopSite site = named("opencl:0", loop, gpu);
    assertThat(site.statistics().preparedNanos()).isZero();
    site.submit(START, NOTHING);
    long counted = site.statistics().preparedNanos();
    assertThat(counted).isGreaterThanOrEqualTo(nanos);
    site.submit(START, NOTHING);
    assertThat(site.statistics().preparedNanos()).isEqualTo(counted);
  }

  @Test
  void aLoopThatIsNotAdmittedRunsOnTheHost() {
    LoopSite site =
        automatic(deciding(new LaunchPlan.Stay("line 12: a[i+1] may lie outside")), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(gpu.launched).hasValue(0);
    assertThat(site.statistics().hostReasons())
        .containsEntry("line 12: a[i+1] may lie outside", 1L);
  }

  @Test
  void aLoopWithoutIterationsIsLeftToTheHostAndNotCounted() {
    LoopSite site = automatic(deciding(new LaunchPlan.Empty()), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(site.statistics().hostRuns()).isZero();
  }

  @Test
  void aFailureOfTheDecisionItselfNeverReachesTheProgram() {
    Loop failing =
        new TestLoop(
            "Heat.heat:12",
            Kernels.add(),
            "",
            c -> {
              throw new StackOverflowError();
            });
    LoopSite site = automatic(failing, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(site.statistics().hostReasons().keySet().iterator().next()).contains("-Xss");
  }

  @Test
  void aViolationLeavesTheExecutionToTheHostAndIsNoFaultOfTheDevice() {
    Launch checked = new Launch(launch.space(), launch.arguments(), launch.accesses(), 2);
    Loop throwing =
        deciding(new LaunchPlan.Run(checked, RESUME, TestLoop.MUCH_WORK, /* checked= */ true));
    gpu.onLaunch(
        l -> {
          throw DeviceException.violated(7);
        });
    LoopSite site =
        site(throwing, DeviceChoice.named("opencl:0"), true, FakeBackend.of("opencl", gpu));
    for (int i = 0; i < 5; i++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
    // After three in a row no device is asked any more.
    assertThat(gpu.launched).hasValue(3);
    assertThat(site.statistics().deviceProblems()).isEmpty();
    assertThat(site.statistics().hostReasons())
        .containsEntry("an iteration throws an exception: line 12: violation 7", 3L)
        .containsEntry("its last executions on devices would have thrown", 2L);
  }

  @Test
  void whatCompletesALaunchRunsOnceAfterItAndNotAfterAFailure() {
    AtomicInteger completed = new AtomicInteger();
    LoopSite site =
        automatic(
            deciding(completing(() -> completed.addAndGet((int) sums[0]), false, 1L << 32)), gpu);
    gpu.onLaunch(
        l -> {
          sums[0] = 5;
        });
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(completed).hasValue(5);
    gpu.onLaunch(
        l -> {
          throw new DeviceException("it is gone");
        });
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(completed).hasValue(5);
  }

  @Test
  void aCompletionThatFailsLeavesTheLoopToTheHost() {
    Runnable failing =
        () -> {
          throw new StackOverflowError();
        };
    LoopSite site = automatic(deciding(completing(failing, false, 1L << 32)), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void aLoopWithAnOrderOfItsOwnRunsAsAKernelOnTheHostToo() {
    AtomicInteger completed = new AtomicInteger();
    LaunchPlan small = completing(completed::incrementAndGet, true, 1);
    assertThat(automatic(deciding(small), gpu).submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    LaunchPlan large = completing(completed::incrementAndGet, true, 1L << 32);
    LoopSite onHost =
        site(deciding(large), DeviceChoice.host(), false, FakeBackend.of("opencl", gpu));
    assertThat(onHost.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(onHost.statistics().hostReasons()).containsEntry("slipstream.device=host", 1L);
    assertThat(completed).hasValue(2);
    assertThat(gpu.launched).hasValue(0);
    gpu.onLaunch(
        l -> {
          throw new DeviceException("it is gone");
        });
    assertThat(named("opencl:0", deciding(large), gpu).submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(completed).hasValue(3);
  }

  private LaunchPlan completing(Runnable completion, boolean fixedOrder, long work) {
    return new LaunchPlan.Run(
        launch,
        RESUME,
        work,
        /* checked= */ false,
        completion,
        fixedOrder,
        1000,
        List.of(),
        List::of,
        "");
  }

  @Test
  void aLoopThatEveryDeviceRefusesIsPlannedOnce() {
    AtomicInteger planned = new AtomicInteger();
    gpu.onPrepare(
        k -> {
          throw new DeviceException("it is too large");
        });
    Loop counted =
        new TestLoop(
            "Heat.heat:12",
            loop.kernel(),
            "",
            c -> {
              planned.incrementAndGet();
              return new LaunchPlan.Run(launch, RESUME, TestLoop.MUCH_WORK, false);
            });
    LoopSite site = named("opencl:0", counted, gpu);
    for (int execution = 0; execution < 3; execution++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
    assertThat(planned).hasValue(1);
    assertThat(site.statistics().hostReasons()).containsEntry("opencl:0: it is too large", 3L);
  }

  @Test
  void aKernelThatDoesNotBuildGoesToTheNextDevice() {
    gpu.onPrepare(
        k -> {
          throw new DeviceException("it has no fp64");
        });
    LoopSite site = automatic(loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    assertThat(gpu.prepared).hasValue(1);
    assertThat(site.statistics().devices().get(0).device()).isEqualTo("cpu");
    assertThat(site.statistics().deviceProblems()).containsExactly("opencl:0: it has no fp64");
  }

  @Test
  void aKernelThatIsRefusedWhenItIsLaunchedRunsAtOnceOnTheNextDevice() {
    gpu.onLaunch(
        l -> {
          throw DeviceException.refusedAtLaunch("it does not compile", new Exception());
        });
    LoopSite site = automatic(loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    assertThat(gpu.launched).hasValue(1);
    assertThat(site.statistics().devices().get(0).device()).isEqualTo("cpu");
    assertThat(site.statistics().deviceProblems()).containsExactly("opencl:0: it does not compile");
  }

  @Test
  void aKernelThatDoesNotBuildOnTheChosenDeviceRunsOnTheHost() {
    gpu.onPrepare(
        k -> {
          throw new DeviceException("it has no fp64");
        });
    LoopSite site = named("opencl:0", loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(site.statistics().hostReasons()).containsEntry("opencl:0: it has no fp64", 1L);
  }

  @Test
  void errorsOfTheVirtualMachineFromADeviceRunTheLoopOnTheHost() {
    for (Throwable thrown :
        List.of(
            new NoSuchMethodError("x"),
            new OutOfMemoryError("x"),
            new StackOverflowError(),
            new IllegalStateException("x"))) {
      FakeDevice preparing =
          new FakeDevice("opencl:0")
              .onPrepare(
                  k -> {
                    throw thrown;
                  });
      FakeDevice launching =
          new FakeDevice("opencl:0")
              .onLaunch(
                  k -> {
                    throw thrown;
                  });
      assertThat(named("opencl", loop, preparing).submit(START, NOTHING)).isEqualTo(START);
      assertThat(named("opencl", loop, launching).submit(START, NOTHING)).isEqualTo(START);
    }
  }

  @Test
  void aDeviceThatFailedThreeTimesIsNotTriedAgain() {
    gpu.onLaunch(
        l -> {
          throw new DeviceException("the GPU is gone");
        });
    LoopSite site = automatic(loop, gpu);
    for (int i = 0; i < 3; i++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    assertThat(gpu.launched).hasValue(3);
    assertThat(site.statistics().hostReasons()).containsEntry("opencl:0: the GPU is gone", 3L);
    assertThat(site.statistics().deviceProblems())
        .contains("opencl:0 failed 3 times, last because the GPU is gone");
  }

  @Test
  void lostResultsAreAnErrorThatNamesTheLoop() {
    int[] a = new int[1000];
    a[500] = -1;
    Loop inPlace =
        TestLoop.running(
            Kernels.onInts(ThrowingKernel.class), Kernels.inPlace(a, a.length), RESUME);
    LoopSite site = named("cpu", inPlace, gpu);
    assertThatThrownBy(() -> site.submit(START, NOTHING))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContainingAll("Heat.heat:12 failed on cpu", "element 500", "slipstream.device")
        .hasRootCauseInstanceOf(InternalError.class);
  }

  @Test
  void partialResultsThatCanBeComputedAgainRunOnTheHost() {
    gpu.onLaunch(
        l -> {
          throw DeviceException.afterPartialResults("the GPU is gone", new Exception());
        });
    LoopSite site = named("opencl", loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void partialResultsOfAnArrayPassedTwiceAreLost() {
    gpu.onLaunch(
        l -> {
          throw DeviceException.afterPartialResults("the GPU is gone", new Exception());
        });
    Loop aliased = TestLoop.running(Kernels.add(), Kernels.add(ones, sums, sums), RESUME);
    LoopSite site = named("opencl", aliased, gpu);
    assertThatThrownBy(() -> site.submit(START, NOTHING)).isInstanceOf(SlipstreamException.class);
  }

  @Test
  void smallLoopsStayOnTheHostWithoutOpeningAnything() {
    FakeBackend backend = FakeBackend.of("opencl", gpu);
    LoopSite site =
        site(
            TestLoop.running(Kernels.add(), launch, RESUME, 10),
            DeviceChoice.auto(),
            false,
            backend);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(backend.opened).hasValue(0);
    assertThat(site.statistics().hostReasons()).containsEntry("too small to pay", 1L);
  }

  @Test
  void aLoopTooSmallForTheGpuMayPayOnTheCpu() {
    LoopSite site =
        automatic(TestLoop.running(Kernels.add(), launch, RESUME, CostRule.LEAST_WORK), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gpu.prepared).hasValue(0);
    assertThat(site.statistics().devices().get(0).device()).isEqualTo("cpu");
  }

  @Test
  void onAChosenDeviceSmallLoopsRunToo() {
    LoopSite site = named("opencl:0", TestLoop.running(Kernels.add(), launch, RESUME, 1), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
  }

  @Test
  void hostRunsEverythingOnTheHostAlsoInStrictMode() {
    LoopSite site = site(loop, DeviceChoice.host(), true, FakeBackend.of("opencl", gpu));
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void strictModeTurnsEachFallbackIntoAnErrorThatNamesTheLoop() {
    FakeDevice unbuilt =
        new FakeDevice("opencl:0")
            .onPrepare(
                k -> {
                  throw new DeviceException("it has no fp64");
                });
    FakeDevice failing =
        new FakeDevice("opencl:0")
            .onLaunch(
                k -> {
                  throw new DeviceException("the GPU is gone");
                });
    DeviceBackend broken = FakeBackend.broken("opencl", new DeviceException("no driver"));
    DeviceChoice auto = DeviceChoice.auto();
    assertStrict(site(loop, auto, true, FakeBackend.of("opencl", unbuilt)), "it has no fp64");
    assertStrict(site(loop, auto, true, FakeBackend.of("opencl", failing)), "the GPU is gone");
    assertStrict(site(loop, auto, true, broken), "no driver");
    assertStrict(
        site(loop, DeviceChoice.named("opencl:7"), true, FakeBackend.of("opencl", gpu)),
        "opencl:7");
    assertStrict(
        site(deciding(new LaunchPlan.Stay("line 12: why")), auto, true, broken), "line 12: why");
  }

  @Test
  void strictModeLetsLoopsGoOnFromADeviceThatRefusesMuchUnlessTheUserHasNamedIt() {
    FakeDevice choosy =
        new FakeDevice("tornado:0")
            .leavingLoopsToOthers()
            .onPrepare(
                k -> {
                  throw new DeviceException("no remainders");
                });
    DeviceBackend backend = FakeBackend.of("tornado", choosy);
    DeviceBackend gpus = FakeBackend.of("opencl", gpu);
    LoopSite automatic = site(loop, DeviceChoice.auto(), true, backend, gpus);
    assertThat(automatic.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gpu.launched).hasValue(1);
    assertThat(automatic.statistics().deviceProblems()).containsExactly("tornado:0: no remainders");
    assertStrict(
        site(loop, DeviceChoice.named("tornado"), true, backend, gpus), "tornado:0: no remainders");
  }

  @Test
  void strictModeLetsLoopsRunOnTheHostThatAreTooSmallToPay() {
    LoopSite site =
        site(
            TestLoop.running(Kernels.add(), launch, RESUME, 1),
            DeviceChoice.auto(),
            true,
            FakeBackend.of("opencl", gpu));
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void severalThreadsMayReachALoopForTheFirstTimeTogether() throws Exception {
    LoopSite site =
        automatic(
            TestLoop.adding("Sum.sum:1"),
            new FakeDevice("unused:0")
                .onPrepare(
                    k -> {
                      throw new DeviceException("only the cpu is wanted");
                    }));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        double value = t;
        Callable<Boolean> task =
            () -> {
              boolean right = true;
              for (int round = 0; round < 20; round++) {
                double[] a = new double[3000];
                Arrays.fill(a, value);
                double[] c = new double[3000];
                int resume = site.submit(0, new Object[] {a, a, c});
                right &= resume == 3000 && Arrays.stream(c).allMatch(v -> v == 2 * value);
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
    LoopStatistics statistics = site.statistics();
    assertThat(statistics.deviceRuns() + statistics.hostRuns()).isEqualTo(160);
  }

  @Test
  void aSubmissionFromWithinALaunchWorks() {
    LoopSite inner = automatic(TestLoop.adding("Inner.sum:1"), new FakeDevice("other:0"));
    gpu.onLaunch(l -> inner.submit(0, new Object[] {ones, ones, sums}));
    LoopSite outer = named("opencl", loop, gpu);
    assertThat(outer.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(inner.statistics().deviceRuns()).isEqualTo(1);
  }

  @Test
  void aLoopThatIsMeasuredFasterOnTheHostStaysThere() {
    gpu.onLaunch(l -> now.addAndGet(20_000_000));
    LoopSite site = automatic(TestLoop.running(Kernels.add(), launch, RESUME, 2_000_000), gpu);
    int runs = 0;
    while (site.submit(START, NOTHING) == RESUME && runs < 2000) {
      runs++;
    }
    assertThat(site.statistics().hostReasons())
        .containsKeys("measured for comparison", "measured: faster on the host alone");
    assertThat(sums).containsOnly(2);
    assertThat(site.statistics().hostAloneNanos()).isPresent();
  }

  @Test
  void aLoopThatGoesOnToAnotherDeviceIsMeasuredThereAnew() {
    FakeDevice choosy = new FakeDevice("tornado:0").leavingLoopsToOthers();
    choosy.onLaunch(
        l -> {
          if (choosy.launched.get() > 2) {
            throw DeviceException.refusedAtLaunch("not any more", new Exception());
          }
        });
    gpu.onLaunch(l -> now.addAndGet(40_000_000));
    double[] many = ones(1_000_000);
    LoopSite site =
        site(
            TestLoop.running(Kernels.add(), Kernels.add(many, many, many), RESUME, 100_000_000),
            DeviceChoice.auto(),
            false,
            FakeBackend.of("tornado", choosy),
            FakeBackend.of("opencl", gpu));
    int runs = 0;
    while (site.submit(START, NOTHING) == RESUME && runs < 100) {
      runs++;
    }
    assertThat(site.statistics().hostReasons()).containsKey("measured: faster on the host alone");
  }

  @Test
  void devicesAreNotOpenedBeforeLoopsHaveTakenSomeTime() {
    Devices devices = devices(DeviceChoice.auto(), FakeBackend.of("opencl", gpu));
    OpeningRule opening = OpeningRule.after(Duration.ofMillis(250), devices::areKnown);
    Loop loop = TestLoop.running(Kernels.add(), launch, RESUME, CostRule.LEAST_WORK_WITH_COPIES);
    LoopSite first = site(loop, DeviceChoice.auto(), opening, false, devices);
    LoopSite second = site(loop, DeviceChoice.auto(), opening, false, devices);
    assertThat(first.submit(START, NOTHING)).as("all cores ran it").isEqualTo(RESUME);
    assertThat(sums).containsOnly(2.0);
    assertThat(second.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(devices.devices()).extracting(Device::id).containsExactly("cpu");
    assertThat(gpu.launched).hasValue(0);
    assertThat(first.statistics().devices().get(0).device()).isEqualTo("cpu");

    opening.tookOnCores(250_000_000);
    assertThat(second.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(first.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gpu.launched).hasValue(2);
  }

  @Test
  void devicesAreOpenedAtOnceForALongLoopOrWhereTheyAreNamedOrStrictlyWanted() {
    for (DeviceChoice choice : List.of(DeviceChoice.auto(), DeviceChoice.named("opencl:0"))) {
      for (boolean strict : List.of(false, true)) {
        boolean isLong = choice.kind() == DeviceChoice.Kind.AUTO && !strict;
        long work = isLong ? 1_000_000_000 : CostRule.LEAST_WORK_WITH_COPIES;
        Loop loop = TestLoop.running(Kernels.add(), launch, RESUME, work);
        Devices devices = devices(choice, FakeBackend.of("opencl", gpu));
        OpeningRule opening = OpeningRule.after(Duration.ofMillis(250), devices::areKnown);
        assertThat(site(loop, choice, opening, strict, devices).submit(START, NOTHING))
            .as("%s, strict %s", choice.kind(), strict)
            .isEqualTo(RESUME);
      }
    }
  }

  private static void assertStrict(LoopSite site, String reason) {
    assertThatThrownBy(() -> site.submit(START, NOTHING))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContainingAll("Heat.heat:12", reason, "slipstream.strict");
  }

  private static Loop deciding(LaunchPlan admission) {
    return new TestLoop("Heat.heat:12", Kernels.add(), "", c -> admission);
  }

  private LoopSite automatic(Loop loop, FakeDevice device) {
    return site(loop, DeviceChoice.auto(), false, FakeBackend.of("opencl", device));
  }

  private LoopSite named(String id, Loop loop, FakeDevice device) {
    return site(loop, DeviceChoice.named(id), false, FakeBackend.of("opencl", device));
  }

  private LoopSite site(Loop loop, DeviceChoice choice, boolean strict, DeviceBackend... backends) {
    return site(loop, choice, OpeningRule.atOnce(), strict, devices(choice, backends));
  }

  private Devices devices(DeviceChoice choice, DeviceBackend... backends) {
    List<DeviceBackend> all = new ArrayList<>(List.of(backends));
    all.add(new CpuBackend(2));
    return new Devices(all, choice, log);
  }

  private LoopSite site(
      Loop loop, DeviceChoice choice, OpeningRule opening, boolean strict, Devices devices) {
    return new LoopSite(
        loop,
        new Metrics().loop(0, loop.name().toString()),
        devices,
        choice.kind(),
        opening,
        strict,
        false,
        NoDeferral.create(),
        now::get,
        log);
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
