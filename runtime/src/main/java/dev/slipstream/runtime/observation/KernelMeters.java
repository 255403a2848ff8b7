package dev.slipstream.runtime.observation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** What one loop does on one device when it is submitted as a task. Thread-safe. */
final class KernelMeters {
  private final String loop;
  private final String device;
  private final Timer busy;
  private final Counter bytesIn;
  private final Counter bytesOut;

  KernelMeters(MeterRegistry registry, String loop, String device) {
    Tags tags = Tags.of("loop", loop, "device", device);
    this.loop = loop;
    this.device = device;
    this.busy = registry.timer("slipstream.graph.kernel", tags);
    this.bytesIn = registry.counter("slipstream.graph.bytes.in", tags);
    this.bytesOut = registry.counter("slipstream.graph.bytes.out", tags);
  }

  void ran(long nanos) {
    busy.record(nanos, TimeUnit.NANOSECONDS);
  }

  void needed(long bytes) {
    bytesIn.increment((double) bytes);
  }

  void gave(long bytes) {
    bytesOut.increment((double) bytes);
  }

  GraphStatistics.Kernels statistics() {
    return new GraphStatistics.Kernels(
        loop,
        device,
        busy.count(),
        (long) busy.totalTime(TimeUnit.NANOSECONDS),
        (long) bytesIn.count(),
        (long) bytesOut.count());
  }
}
