package dev.slipstream.runtime.launch;

import static dev.slipstream.runtime.launch.TestSites.NOTHING;
import static dev.slipstream.runtime.launch.TestSites.RESUME;
import static dev.slipstream.runtime.launch.TestSites.START;
import static dev.slipstream.runtime.launch.TestSites.deciding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.observation.LoopStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a site decides, runs and counts. */
@Timeout(120)
class LoopSiteTest {
  private final TestSites sites = new TestSites();
  private final FakeDevice gpu = sites.gpu;
  private final double[] ones = sites.ones;
  private final double[] sums = sites.sums;
  private final Launch launch = sites.launch;
  private final Loop loop = sites.loop;

  @Test
  void anAdmittedLoopRunsOnTheFirstDevice() {
    LoopSite site = sites.automatic(loop, gpu);
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
    LoopSite site = sites.named("opencl:0", loop, gpu);
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
    LoopSite site = sites.named("opencl:0", loop, gpu);
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
        sites.automatic(deciding(new LaunchPlan.Stay("line 12: a[i+1] may lie outside")), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(gpu.launched).hasValue(0);
    assertThat(site.statistics().hostReasons())
        .containsEntry("line 12: a[i+1] may lie outside", 1L);
  }

  @Test
  void aLoopWithoutIterationsIsLeftToTheHostAndNotCounted() {
    LoopSite site = sites.automatic(deciding(new LaunchPlan.Empty()), gpu);
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
    LoopSite site = sites.automatic(failing, gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
    assertThat(site.statistics().hostReasons().keySet().iterator().next()).contains("-Xss");
  }

  @Test
  void whatCompletesALaunchRunsOnceAfterItAndNotAfterAFailure() {
    AtomicInteger completed = new AtomicInteger();
    LoopSite site =
        sites.automatic(
            deciding(completing(() -> completed.addAndGet((int) sums[0]), false, 1L << 32)), gpu);
    gpu.onLaunch(
        l -> {
          sums[0] = 5;
        });
    assertThat(site.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(completed).hasValue(5);
    gpu.onLaunch(
        l -> {
          throw new DeviceException("it was lost");
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
    LoopSite site = sites.automatic(deciding(completing(failing, false, 1L << 32)), gpu);
    assertThat(site.submit(START, NOTHING)).isEqualTo(START);
  }

  @Test
  void aLoopWithItsOwnOrderRunsAsAKernelOnTheHostToo() {
    AtomicInteger completed = new AtomicInteger();
    LaunchPlan small = completing(completed::incrementAndGet, true, 1);
    assertThat(sites.automatic(deciding(small), gpu).submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(sums).containsOnly(2);
    LaunchPlan large = completing(completed::incrementAndGet, true, 1L << 32);
    LoopSite onHost =
        sites.site(deciding(large), DeviceChoice.host(), false, FakeBackend.of("opencl", gpu));
    assertThat(onHost.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(onHost.statistics().hostReasons()).containsEntry("slipstream.device=host", 1L);
    assertThat(completed).hasValue(2);
    assertThat(gpu.launched).hasValue(0);
    gpu.onLaunch(
        l -> {
          throw new DeviceException("it was lost");
        });
    assertThat(sites.named("opencl:0", deciding(large), gpu).submit(START, NOTHING))
        .isEqualTo(RESUME);
    assertThat(completed).hasValue(3);
  }

  private LaunchPlan completing(Runnable completion, boolean fixedOrder, long work) {
    return new LaunchPlan.Run(
        launch,
        RESUME,
        work,
        /* certainWork= */ work,
        /* checked= */ false,
        completion,
        fixedOrder,
        1000,
        List.of(),
        List::of,
        "");
  }

  @Test
  void severalThreadsMayReachALoopForTheFirstTimeTogether() throws Exception {
    LoopSite site =
        sites.automatic(
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
    LoopSite inner = sites.automatic(TestLoop.adding("Inner.sum:1"), new FakeDevice("other:0"));
    gpu.onLaunch(l -> inner.submit(0, new Object[] {ones, ones, sums}));
    LoopSite outer = sites.named("opencl", loop, gpu);
    assertThat(outer.submit(START, NOTHING)).isEqualTo(RESUME);
    assertThat(inner.statistics().deviceRuns()).isEqualTo(1);
  }
}
