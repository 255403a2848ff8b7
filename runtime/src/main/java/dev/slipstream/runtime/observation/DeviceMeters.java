package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.LaunchResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** What one loop did on one device. Thread-safe. */
final class DeviceMeters {
  private final String device;
  private final Timer waited;
  private final Counter waitedLater;
  private final Counter refused;
  private final Timer kernel;
  private final Counter iterations;
  private final Counter work;
  private final Counter launches;
  private final Counter bytesIn;
  private final Counter bytesOut;

  DeviceMeters(MeterRegistry registry, Tags loop, String device) {
    Tags tags = loop.and("device", device);
    this.device = device;
    this.waited = registry.timer("slipstream.loop.waited", tags);
    this.waitedLater = registry.counter("slipstream.loop.waited.later", tags);
    this.refused = registry.counter("slipstream.loop.refused", tags);
    this.kernel = registry.timer("slipstream.loop.kernel", tags);
    this.iterations = registry.counter("slipstream.loop.iterations", tags);
    this.work = registry.counter("slipstream.loop.work", tags);
    this.launches = registry.counter("slipstream.loop.launches", tags);
    this.bytesIn = registry.counter("slipstream.loop.bytes.in", tags);
    this.bytesOut = registry.counter("slipstream.loop.bytes.out", tags);
  }

  void ran(long iterationCount, long instructions, LaunchResult result, long waitedNanos) {
    waited.record(waitedNanos, TimeUnit.NANOSECONDS);
    kernel.record(result.kernelNanos(), TimeUnit.NANOSECONDS);
    iterations.increment((double) iterationCount);
    work.increment((double) instructions);
    launches.increment(result.deviceLaunches());
    bytesIn.increment((double) result.bytesIn());
    bytesOut.increment((double) result.bytesOut());
  }

  /** The program waited for what deferred executions have left on the device. */
  void waited(long nanos) {
    waitedLater.increment((double) nanos);
  }

  /** The device refused an execution that was counted. */
  void refused() {
    refused.increment();
  }

  LoopStatistics.OnDevice statistics() {
    return new LoopStatistics.OnDevice(
        device,
        waited.count() - (long) refused.count(),
        (long) iterations.count(),
        (long) work.count(),
        (long) (waited.totalTime(TimeUnit.NANOSECONDS) + waitedLater.count()),
        (long) kernel.totalTime(TimeUnit.NANOSECONDS),
        (long) launches.count(),
        (long) bytesIn.count(),
        (long) bytesOut.count());
  }
}
