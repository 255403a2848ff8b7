package dev.slipstream.runtime.launch;

import static dev.slipstream.runtime.launch.TestSites.NOTHING;
import static dev.slipstream.runtime.launch.TestSites.RESUME;
import static dev.slipstream.runtime.launch.TestSites.START;
import static dev.slipstream.runtime.launch.TestSites.deciding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.fixture.ThrowingKernel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests loops that a device refuses, fails to run, or leaves incomplete. */
@Timeout(120)
class FailingDevicesTest {
  private final TestSites sites = new TestSites();
  private final FakeDevice gpu = sites.gpu;
  private final double[] ones = sites.ones;
  private final double[] sums = sites.sums;
  private final Launch launch = sites.launch;
  private final Loop loop = sites.loop;

  @Test
  void aKernelThatDoesNotBuildGoesToTheNextDevice() {
    gpu.onPrepare(
        k -> {
          throw new DeviceException("it has no fp64");
        });
    LoopSite site = sites.automatic(loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    assertThat(gpu.prepared).hasValue(1);
    assertThat(site.statistics().devices().get(0).device()).isEqualTo("cpu");
    assertThat(site.statistics().deviceProblems()).containsExactly("opencl:0: it has no fp64");
  }

  @Test
  void aKernelThatIsRefusedWhenItIsLaunchedRunsImmediatelyOnTheNextDevice() {
    gpu.onLaunch(
        l -> {
          throw DeviceException.refusedAtLaunch("it does not compile", new Exception());
        });
    LoopSite site = sites.automatic(loop, gpu);
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
    LoopSite site = sites.named("opencl:0", loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(site.statistics().hostReasons()).containsEntry("opencl:0: it has no fp64", 1L);
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
    LoopSite site = sites.named("opencl:0", counted, gpu);
    for (int execution = 0; execution < 3; execution++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
    assertThat(planned).hasValue(1);
    assertThat(site.statistics().hostReasons()).containsEntry("opencl:0: it is too large", 3L);
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
      assertThat(sites.named("opencl", loop, preparing).submit(START, NOTHING)).isEqualTo(START);
      assertThat(sites.named("opencl", loop, launching).submit(START, NOTHING)).isEqualTo(START);
    }
  }

  @Test
  void aDeviceThatFailedThreeTimesIsNotTriedAgain() {
    gpu.onLaunch(
        l -> {
          throw new DeviceException("the GPU was lost");
        });
    LoopSite site = sites.automatic(loop, gpu);
    for (int i = 0; i < 3; i++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    assertThat(gpu.launched).hasValue(3);
    assertThat(site.statistics().hostReasons()).containsEntry("opencl:0: the GPU was lost", 3L);
    assertThat(site.statistics().deviceProblems())
        .contains("opencl:0 failed 3 times, last because the GPU was lost");
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
        sites.site(throwing, DeviceChoice.named("opencl:0"), true, FakeBackend.of("opencl", gpu));
    for (int i = 0; i < 5; i++) {
      assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    }
    // After three in a row no device is tried any more.
    assertThat(gpu.launched).hasValue(3);
    assertThat(site.statistics().deviceProblems()).isEmpty();
    assertThat(site.statistics().hostReasons())
        .containsEntry("an iteration throws an exception: line 12: violation 7", 3L)
        .containsEntry("an iteration threw in each of its last executions on devices", 2L);
  }

  @Test
  void lostResultsAreAnErrorThatNamesTheLoop() {
    int[] a = new int[1000];
    a[500] = -1;
    Loop inPlace =
        TestLoop.running(
            Kernels.onInts(ThrowingKernel.class), Kernels.inPlace(a, a.length), RESUME);
    LoopSite site = sites.named("cpu", inPlace, gpu);
    assertThatThrownBy(() -> site.submit(START, NOTHING))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContainingAll("Heat.heat:12 failed on cpu", "element 500", "slipstream.device")
        .hasRootCauseInstanceOf(InternalError.class);
  }

  @Test
  void partialResultsThatCanBeComputedAgainRunOnTheHost() {
    gpu.onLaunch(
        l -> {
          throw DeviceException.afterPartialResults("the GPU was lost", new Exception());
        });
    LoopSite site = sites.named("opencl", loop, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void partialResultsOfAnArrayPassedTwiceAreLost() {
    gpu.onLaunch(
        l -> {
          throw DeviceException.afterPartialResults("the GPU was lost", new Exception());
        });
    Loop aliased = TestLoop.running(Kernels.add(), Kernels.add(ones, sums, sums), RESUME);
    LoopSite site = sites.named("opencl", aliased, gpu);
    assertThatThrownBy(() -> site.submit(START, NOTHING)).isInstanceOf(SlipstreamException.class);
  }
}
