package dev.slipstream.runtime.launch;

import static dev.slipstream.runtime.launch.TestSites.NOTHING;
import static dev.slipstream.runtime.launch.TestSites.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.fixture.BufferDevice;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.node.DeferredLoops;
import dev.slipstream.runtime.node.Extensions;
import dev.slipstream.runtime.node.NodeStreams;
import dev.slipstream.runtime.observation.GraphFiles;
import dev.slipstream.runtime.observation.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loops that gain on a device because their arrays stay there. */
@Timeout(60)
class StayingArraysTest {
  private static final long MILLISECOND = 1_000_000;

  /** Reading the clock takes this long, so a submission does. */
  private static final long READING = 4 * MILLISECOND;

  private static final int EXECUTIONS = 400;

  private final TestSites sites = new TestSites();
  private final FakeDevice cores = new FakeDevice("cpu").sharingHostMemory();
  private final Devices devices =
      new Devices(
          List.of(
              FakeBackend.of("buffers", new BufferDevice("buffers:0")),
              FakeBackend.of("cpu", cores)),
          DeviceChoice.auto(),
          sites.log(),
          Runnable::run);

  @Test
  void aDeviceThatIsFasterThanTheCoresKeepsTheLoopOnceItsArraysAreThere() {
    cores.onLaunch(launch -> sites.now.addAndGet(60 * MILLISECOND));
    cores.kernelsTake(60 * MILLISECOND);
    assertThat(devices.candidates().failures()).isEmpty();
    OpeningRule opening =
        OpeningRule.after(
            Duration.ofSeconds(1),
            16,
            ProgramExperience.NONE,
            devices::areKnown,
            devices::openSoon);
    Loop loop = TestLoop.running(Kernels.add(), sites.launch, TestSites.RESUME, 200_000_000);
    LoopSite site =
        new LoopSite(
            loop,
            new Metrics().loop(0, loop.name().toString()),
            devices,
            DeviceChoice.Kind.AUTO,
            opening,
            false,
            false,
            deferred(),
            EntryGate.NONE,
            () -> sites.now.addAndGet(READING),
            sites.log());
    for (int i = 0; i < EXECUTIONS; i++) {
      site.submit(START, NOTHING);
    }
    // The first try has to be earned, and it is not known before whether arrays stay.
    assertThat(cores.launched.get()).isPositive();
    assertThat(site.statistics().devices())
        .filteredOn(there -> there.device().equals("buffers:0"))
        .as("%s", site.statistics())
        .singleElement()
        .satisfies(there -> assertThat(there.runs()).isGreaterThan(EXECUTIONS / 2));
  }

  private static DeferredLoops deferred() {
    DeferralSettings settings =
        new DeferralSettings(true, false, true, DeferralSettings.ALL, 2, HostShare.NONE);
    Extensions extensions = Extensions.find(StayingArraysTest.class.getClassLoader(), Log.none());
    return new DeferredLoops(
        new HostArrays(length -> {}, Log.none()),
        settings,
        () ->
            new NodeStreams(
                extensions,
                new Metrics(),
                new GraphFiles(Optional.empty(), Log.none()),
                settings,
                Optional.empty(),
                Optional.empty(),
                Log.none()),
        /* ranks= */ Optional.empty(),
        Log.none());
  }
}
