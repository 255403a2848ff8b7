package dev.slipstream.runtime.launch;

import static dev.slipstream.runtime.launch.TestSites.NOTHING;
import static dev.slipstream.runtime.launch.TestSites.RESUME;
import static dev.slipstream.runtime.launch.TestSites.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.LoopStatistics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests where loops run: by their size, by measurements, and by when devices are opened. */
@Timeout(120)
class LoopPlacementTest {
  private final TestSites sites = new TestSites();
  private final FakeDevice gpu = sites.gpu;
  private final double[] sums = sites.sums;
  private final Launch launch = sites.launch;

  @Test
  void smallLoopsStayOnTheHostWithoutOpeningAnything() {
    FakeBackend backend = FakeBackend.of("opencl", gpu);
    LoopSite site =
        sites.site(
            TestLoop.running(Kernels.add(), launch, RESUME, 10),
            DeviceChoice.auto(),
            false,
            backend);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(backend.opened).hasValue(0);
    assertThat(site.statistics().hostReasons()).containsEntry("too small to pay", 1L);
  }

  @Test
  void aLoopWhoseMethodIsTooLongForTheJitRunsAsAKernelOnTheHost() {
    Loop interpreted = new Interpreted(TestLoop.running(Kernels.add(), launch, RESUME, 10));
    LoopSite site =
        sites.site(interpreted, DeviceChoice.auto(), false, FakeBackend.of("opencl", gpu));
    for (int i = 0; i < 100; i++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    }
    assertThat(gpu.prepared).hasValue(0);
    assertThat(site.statistics().hostReasons()).containsEntry("too small to pay", 100L);
    LoopSite chosen =
        sites.site(interpreted, DeviceChoice.host(), false, FakeBackend.of("opencl", gpu));
    assertThat(chosen.submit(START, NOTHING)).as("the user's choice").isEqualTo(START);
  }

  /** A loop in a method that the JIT does not compile. */
  private record Interpreted(Loop loop) implements Loop {
    @Override
    public boolean isInterpreted() {
      return true;
    }

    @Override
    public LoopName name() {
      return loop.name();
    }

    @Override
    public RangeKernel kernel() {
      return loop.kernel();
    }

    @Override
    public RangeKernel checkedKernel() {
      return loop.checkedKernel();
    }

    @Override
    public String violation(int number) {
      return loop.violation(number);
    }

    @Override
    public String note() {
      return loop.note();
    }

    @Override
    public LaunchPlan plan(int start, Object[] captures) {
      return loop.plan(start, captures);
    }
  }

  @Test
  void aLoopTooSmallForTheGpuMayPayOnTheCpu() {
    LoopSite site =
        sites.automatic(TestLoop.running(Kernels.add(), launch, RESUME, CostRule.LEAST_WORK), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gpu.prepared).hasValue(0);
    assertThat(site.statistics().devices().get(0).device()).isEqualTo("cpu");
  }

  @Test
  void onAChosenDeviceSmallLoopsRunToo() {
    LoopSite site =
        sites.named("opencl:0", TestLoop.running(Kernels.add(), launch, RESUME, 1), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
  }

  @Test
  void aLoopThatIsMeasuredFasterOnTheHostStaysThere() {
    gpu.onLaunch(l -> sites.now.addAndGet(20_000_000));
    LoopSite site =
        sites.site(
            TestLoop.running(Kernels.add(), launch, RESUME, 2_000_000),
            DeviceChoice.auto(),
            OpeningRule.immediate(),
            false,
            sites.devicesWithoutCores(FakeBackend.of("opencl", gpu)));
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
  void aLoopThatIsMeasuredFasterOnAllCoresGoesThere() {
    gpu.onLaunch(l -> sites.now.addAndGet(20_000_000));
    FakeDevice cores = new FakeDevice("cpu").sharingHostMemory();
    cores.onLaunch(l -> sites.now.addAndGet(1_000_000));
    cores.kernelsTake(1_000_000);
    Devices devices =
        new Devices(
            List.of(FakeBackend.of("opencl", gpu), FakeBackend.of("cpu", cores)),
            DeviceChoice.auto(),
            sites.log(),
            Runnable::run);
    LoopSite site =
        sites.site(
            TestLoop.running(Kernels.add(), launch, RESUME, 2_000_000),
            DeviceChoice.auto(),
            OpeningRule.immediate(),
            false,
            devices);
    submit(site, 50);
    int before = gpu.launched.get();
    submit(site, 50);
    assertThat(gpu.launched).hasValue(before);
    assertThat(before).isBetween(3, 45);
    assertThat(site.statistics().devices())
        .extracting(LoopStatistics.OnDevice::device)
        .contains("cpu");
  }

  @Test
  void aDriverForTheSameCoresHasToWaitUntilTheyHaveTakenLong() {
    FakeDevice driver = new FakeDevice("opencl:0").onHostProcessor();
    Devices devices = sites.devices(DeviceChoice.auto(), FakeBackend.of("opencl", driver));
    OpeningRule opening =
        OpeningRule.after(
            Duration.ofMillis(250),
            2,
            ProgramExperience.NONE,
            devices::areKnown,
            devices::openSoon);
    assertThat(devices.candidates().failures()).isEmpty();
    Loop loop = TestLoop.running(Kernels.add(), launch, RESUME, CostRule.LEAST_WORK_WITH_COPIES);
    LoopSite site = sites.site(loop, DeviceChoice.auto(), opening, false, devices);
    submit(site, 20);
    assertThat(driver.launched).hasValue(0);

    LoopSite named = sites.named("opencl:0", loop, driver);
    submit(named, 1);
    assertThat(driver.launched).as("who names it gets it").hasValue(1);
  }

  @Test
  void noLoopWaitsForADriverForTheSameCores() {
    Queue<Runnable> meanwhile = new ArrayDeque<>();
    FakeDevice driver = new FakeDevice("opencl:0").onHostProcessor();
    FakeDevice cores = new FakeDevice("cpu").sharingHostMemory();
    cores.onPrepare(
        kernel -> {
          throw new DeviceException("the kernel is too long");
        });
    Devices devices =
        new Devices(
            List.of(FakeBackend.of("opencl", driver), FakeBackend.of("cpu", cores)),
            DeviceChoice.auto(),
            sites.log(),
            work -> meanwhile.add(work));
    OpeningRule opening =
        OpeningRule.after(
            Duration.ofMillis(250),
            2,
            ProgramExperience.NONE,
            devices::areKnown,
            devices::openSoon);
    Loop loop = TestLoop.running(Kernels.add(), launch, RESUME, CostRule.LEAST_WORK_WITH_COPIES);
    LoopSite site = sites.site(loop, DeviceChoice.auto(), opening, false, devices);
    assertThat(site.submit(START, NOTHING)).as("it stays with the program").isEqualTo(START);
    assertThat(driver.prepared).hasValue(0);
    meanwhile.remove().run();
    assertThat(driver.prepared).hasValue(1);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
  }

  private static void submit(LoopSite site, int times) {
    for (int i = 0; i < times; i++) {
      site.submit(START, NOTHING);
    }
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
    gpu.onLaunch(l -> sites.now.addAndGet(40_000_000));
    double[] many = TestSites.ones(1_000_000);
    LoopSite site =
        sites.site(
            TestLoop.running(Kernels.add(), Kernels.add(many, many, many), RESUME, 100_000_000),
            DeviceChoice.auto(),
            OpeningRule.immediate(),
            false,
            sites.devicesWithoutCores(
                FakeBackend.of("tornado", choosy), FakeBackend.of("opencl", gpu)));
    int runs = 0;
    while (site.submit(START, NOTHING) == RESUME && runs < 5000) {
      runs++;
    }
    assertThat(site.statistics().hostReasons()).containsKey("measured: faster on the host alone");
  }

  @Test
  void devicesAreNotOpenedBeforeLoopsHaveTakenSomeTime() {
    Devices devices = sites.devices(DeviceChoice.auto(), FakeBackend.of("opencl", gpu));
    OpeningRule opening =
        OpeningRule.after(
            Duration.ofMillis(250),
            2,
            ProgramExperience.NONE,
            devices::areKnown,
            devices::openSoon);
    Loop loop = TestLoop.running(Kernels.add(), launch, RESUME, CostRule.LEAST_WORK_WITH_COPIES);
    LoopSite first = sites.site(loop, DeviceChoice.auto(), opening, false, devices);
    LoopSite second = sites.site(loop, DeviceChoice.auto(), opening, false, devices);
    assertThat(first.submit(START, NOTHING)).as("all cores ran it").isEqualTo(RESUME);
    assertThat(sums).containsOnly(2.0);
    assertThat(second.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(devices.devices()).extracting(Device::id).containsExactly("cpu");
    assertThat(gpu.launched).hasValue(0);
    assertThat(first.statistics().devices().get(0).device()).isEqualTo("cpu");
  }

  @Test
  void devicesAreOpenedImmediatelyForALongLoopOrIfTheyAreNamedOrInStrictMode() {
    for (DeviceChoice choice : List.of(DeviceChoice.auto(), DeviceChoice.named("opencl:0"))) {
      for (boolean strict : List.of(false, true)) {
        boolean isLong = choice.kind() == DeviceChoice.Kind.AUTO && !strict;
        long work = isLong ? 8_000_000_000L : CostRule.LEAST_WORK_WITH_COPIES;
        Loop loop = TestLoop.running(Kernels.add(), launch, RESUME, work);
        Devices devices = sites.devices(choice, FakeBackend.of("opencl", gpu));
        OpeningRule opening =
            OpeningRule.after(
                Duration.ofMillis(250),
                2,
                ProgramExperience.NONE,
                devices::areKnown,
                devices::openSoon);
        assertThat(sites.site(loop, choice, opening, strict, devices).submit(START, NOTHING))
            .as("%s, strict %s", choice.kind(), strict)
            .isEqualTo(RESUME);
      }
    }
  }
}
