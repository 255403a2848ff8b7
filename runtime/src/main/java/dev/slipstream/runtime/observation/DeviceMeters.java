package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.LaunchResult;
import java.util.concurrent.atomic.LongAdder;

/** The figures of one loop on one device. Thread-safe. */
final class DeviceMeters {
  private final String device;
  private final Durations waited;
  private final LongAdder waitedLater;
  private final LongAdder refused;
  private final Durations kernel;
  private final LongAdder iterations;
  private final LongAdder work;
  private final LongAdder launches;
  private final LongAdder bytesIn;
  private final LongAdder bytesOut;

  /**
   * @param tags the loop, its site and the device
   */
  DeviceMeters(Metrics metrics, String device, String... tags) {
    this.device = device;
    this.waited = metrics.durations("slipstream.loop.waited", tags);
    this.waitedLater = metrics.counter("slipstream.loop.waited.later", tags);
    this.refused = metrics.counter("slipstream.loop.refused", tags);
    this.kernel = metrics.durations("slipstream.loop.kernel", tags);
    this.iterations = metrics.counter("slipstream.loop.iterations", tags);
    this.work = metrics.counter("slipstream.loop.work", tags);
    this.launches = metrics.counter("slipstream.loop.launches", tags);
    this.bytesIn = metrics.counter("slipstream.loop.bytes.in", tags);
    this.bytesOut = metrics.counter("slipstream.loop.bytes.out", tags);
  }

  void ran(long iterationCount, long instructions, LaunchResult result, long waitedNanos) {
    waited.add(waitedNanos);
    kernel.add(result.kernelNanos());
    iterations.add(iterationCount);
    work.add(instructions);
    launches.add(result.deviceLaunches());
    bytesIn.add(result.bytesIn());
    bytesOut.add(result.bytesOut());
  }

  /** The program has waited for results of deferred executions on the device. */
  void waited(long nanos) {
    waitedLater.add(nanos);
  }

  /** The device refused an execution that was counted. */
  void refused() {
    refused.increment();
  }

  LoopStatistics.OnDevice statistics() {
    return new LoopStatistics.OnDevice(
        device,
        waited.count() - refused.sum(),
        iterations.sum(),
        work.sum(),
        waited.nanos() + waitedLater.sum(),
        kernel.nanos(),
        launches.sum(),
        bytesIn.sum(),
        bytesOut.sum());
  }
}
