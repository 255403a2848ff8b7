package dev.slipstream.runtime.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.LaunchResult;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private final Metrics metrics = new Metrics();

  @Test
  void loopsOfTheSameNameAreCountedApart() {
    LoopMeters first = metrics.loop(1, "Heat.heat:12");
    LoopMeters second = metrics.loop(2, "Heat.heat:12");
    first.ran("cpu", 10, 20, new LaunchResult(5, 0, 0, 0), 7);
    assertThat(first.statistics().deviceRuns()).isEqualTo(1);
    assertThat(second.statistics().deviceRuns()).isZero();
  }

  @Test
  void theMetersCanBeReadFromTheRegistry() {
    metrics.loop(1, "Heat.heat:12").ran("cpu", 10, 20, new LaunchResult(5, 3, 0, 0), 7);
    assertThat(
            metrics
                .registry()
                .get("slipstream.loop.launches")
                .tags("loop", "Heat.heat:12", "site", "1", "device", "cpu")
                .functionCounter()
                .count())
        .isEqualTo(3);
  }

  @Test
  void runsOnTheHostAreReadFromARegistryThatWasMadeBeforeOrAfterThem() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    loop.stayed("before");
    assertThat(hostRuns("before")).isEqualTo(1);
    loop.stayed("before");
    loop.stayed("after");
    metrics.loop(2, "Heat.heat:20").stayed("of another");
    assertThat(hostRuns("before")).isEqualTo(2);
    assertThat(hostRuns("after")).isEqualTo(1);
    assertThat(hostRuns("of another")).isEqualTo(1);
  }

  private double hostRuns(String reason) {
    return metrics
        .registry()
        .get("slipstream.loop.host.runs")
        .tags("reason", reason)
        .functionCounter()
        .count();
  }

  @Test
  void reasonsWithChangingNumbersDoNotGrowWithoutBound() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    for (int i = 0; i < 1000; i++) {
      loop.stayed("index " + i);
    }
    assertThat(loop.statistics().hostReasons()).hasSizeLessThan(40);
    assertThat(loop.statistics().hostRuns()).isEqualTo(1000);
  }

  @Test
  void theHostTimeIsScaledByTheWork() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    assertThat(loop.statistics().hostAloneNanos()).isEmpty();
    loop.ran("cpu", 10, 4000, new LaunchResult(5, 0, 0, 0), 7);
    loop.measuredOnHost(300, 1000);
    assertThat(loop.statistics().hostAloneNanos()).hasValue(1200);
  }

  @Test
  void smallExecutionsOnTheHostSayNothingOfLargeOnes() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    loop.ran("cpu", 10, 9000, new LaunchResult(5, 0, 0, 0), 7);
    loop.measuredOnHost(300, 1000);
    assertThat(loop.statistics().hostAloneNanos()).isEmpty();
  }

  @Test
  void theMostFrequentReasonComesFirst() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    loop.stayed("a");
    loop.stayed("b");
    loop.stayed("b");
    assertThat(loop.statistics().hostReasons().keySet()).containsExactly("b", "a");
  }

  @Test
  void builtKernelsAndThoseFromTheCacheAreCounted() {
    assertThat(metrics.builds()).isEqualTo(BuildStatistics.NONE);
    metrics.built();
    metrics.fromCache();
    metrics.fromCache();
    assertThat(metrics.builds()).isEqualTo(new BuildStatistics(2, 1));
    assertThat(metrics.registry().get("slipstream.cache.hits").functionCounter().count())
        .isEqualTo(2);
    assertThat(metrics.registry().get("slipstream.cache.misses").functionCounter().count())
        .isEqualTo(1);
  }

  @Test
  void verifiedExecutionsAreCountedAndTheFirstDifferenceIsKept() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    assertThat(loop.statistics().verification()).isEqualTo(VerificationStatistics.NONE);
    loop.verified("");
    loop.verified("first");
    loop.verified("second");
    loop.unverified("too large");
    assertThat(loop.statistics().verification())
        .isEqualTo(new VerificationStatistics(3, 2, "first", 1, "too large"));
    assertThat(
            metrics
                .registry()
                .get("slipstream.loop.verified")
                .tags("loop", "Heat.heat:12", "result", "different")
                .functionCounter()
                .count())
        .isEqualTo(2);
  }

  @Test
  void refusedLoopsAreCountedByReason() {
    metrics.refused("Heat.smooth:44", "line 46 reads a[i-1]");
    assertThat(
            metrics
                .registry()
                .get("slipstream.loop.refused")
                .tags("loop", "Heat.smooth:44", "reason", "line 46 reads a[i-1]")
                .functionCounter()
                .count())
        .isEqualTo(1);
  }

  @Test
  void theTimeThatKernelsTookToBeMadeReadyIsSummedOverDevices() {
    LoopMeters loop = metrics.loop(1, "Heat.heat:12");
    loop.prepared("cpu", 5);
    loop.prepared("opencl:0", 70);
    assertThat(loop.statistics().preparedNanos()).isEqualTo(75);
    assertThat(
            metrics
                .registry()
                .get("slipstream.loop.prepared")
                .tags("loop", "Heat.heat:12", "device", "cpu")
                .functionTimer()
                .count())
        .isEqualTo(1);
  }
}
