package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.observation.GraphFiles;
import dev.slipstream.runtime.observation.Metrics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class DeferredLoopsTest {
  private static final DeferralSettings SETTINGS =
      new DeferralSettings(true, false, true, DeferralSettings.ALL, 2, HostShare.NONE);
  private final HostArrays arrays = new HostArrays(length -> {}, Log.none());
  private final DeferredLoops deferred =
      new DeferredLoops(
          arrays,
          SETTINGS,
          () ->
              new NodeStreams(
                  Extensions.find(DeferredLoopsTest.class.getClassLoader(), Log.none()),
                  new Metrics(),
                  new GraphFiles(Optional.empty(), Log.none()),
                  SETTINGS,
                  Optional.empty(),
                  Optional.empty(),
                  Log.none()),
          /* ranks= */ Optional.empty(),
          Log.none());
  private final List<String> events = new CopyOnWriteArrayList<>();

  @Test
  void theSubmitterOfALoopToADeviceIsToldWhatThisDeviceDidNotRun() {
    IdleDevice tornado = new IdleDevice("tornado:0", 1 << 20, true, true);
    IdleDevice openCl = new IdleDevice("opencl:0", 1 << 20, false, true);
    double[] sums = new double[1000];
    Launch launch = Kernels.add(new double[1000], new double[1000], sums);
    for (IdleDevice device : List.of(tornado, openCl, tornado)) {
      assertThat(submit(device, launch, List.of(tornado, openCl))).isTrue();
      arrays.reads(sums);
    }
    assertThat(events)
        .containsExactly(
            "to tornado:0: it is idle", "to opencl:0: it is idle", "to tornado:0: it is idle");
  }

  private boolean submit(IdleDevice device, Launch launch, List<Device> all) {
    PreparedKernel kernel = device.prepare(Kernels.add());
    Sharing.EveryDevice everywhere =
        new Sharing.EveryDevice() {
          @Override
          public RangeKernel source() {
            return Kernels.add();
          }

          @Override
          public List<Device> devices() {
            return all;
          }

          @Override
          public Optional<PreparedKernel> on(Device other) {
            return Optional.empty();
          }

          @Override
          public Optional<HostKernel> onHost() {
            return Optional.empty();
          }

          @Override
          public List<HostKernel> immediate() {
            return List.of();
          }
        };
    DeferralListener listener =
        new DeferralListener() {
          @Override
          public void waited(long nanos) {
            // Nothing is counted.
          }

          @Override
          public void ranOnHost(String reason) {
            events.add("to " + device.id() + ": " + reason);
          }

          @Override
          public void shared() {
            events.add("shared");
          }

          @Override
          public void notShared(String reason) {
            events.add("not shared: " + reason);
          }
        };
    return deferred.submit(
        "Heat.heat:12",
        device,
        kernel,
        launch,
        List.of(),
        new Sharing(everywhere, 1L << 30, List::of),
        listener,
        Optional.empty());
  }
}
