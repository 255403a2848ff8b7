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
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which loops strict mode lets run on the host or on another device. */
@Timeout(120)
class StrictModeTest {
  private final TestSites sites = new TestSites();
  private final FakeDevice gpu = sites.gpu;
  private final Launch launch = sites.launch;
  private final Loop loop = sites.loop;

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
                  throw new DeviceException("the GPU was lost");
                });
    DeviceBackend broken = FakeBackend.broken("opencl", new DeviceException("no driver"));
    DeviceChoice auto = DeviceChoice.auto();
    assertStrict(sites.site(loop, auto, true, FakeBackend.of("opencl", unbuilt)), "it has no fp64");
    assertStrict(
        sites.site(loop, auto, true, FakeBackend.of("opencl", failing)), "the GPU was lost");
    assertStrict(sites.site(loop, auto, true, broken), "no driver");
    assertStrict(
        sites.site(loop, DeviceChoice.named("opencl:7"), true, FakeBackend.of("opencl", gpu)),
        "opencl:7");
    assertStrict(
        sites.site(deciding(new LaunchPlan.Stay("line 12: why")), auto, true, broken),
        "line 12: why");
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
    LoopSite automatic = sites.site(loop, DeviceChoice.auto(), true, backend, gpus);
    assertThat(automatic.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(gpu.launched).hasValue(1);
    assertThat(automatic.statistics().deviceProblems()).containsExactly("tornado:0: no remainders");
    assertStrict(
        sites.site(loop, DeviceChoice.named("tornado"), true, backend, gpus),
        "tornado:0: no remainders");
  }

  @Test
  void strictModeLetsLoopsRunOnTheHostThatAreTooSmallToPay() {
    LoopSite site =
        sites.site(
            TestLoop.running(Kernels.add(), launch, RESUME, 1),
            DeviceChoice.auto(),
            true,
            FakeBackend.of("opencl", gpu));
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void hostRunsEverythingOnTheHostAlsoInStrictMode() {
    LoopSite site = sites.site(loop, DeviceChoice.host(), true, FakeBackend.of("opencl", gpu));
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  private static void assertStrict(LoopSite site, String reason) {
    assertThatThrownBy(() -> site.submit(START, NOTHING))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContainingAll("Heat.heat:12", reason, "slipstream.strict");
  }
}
