package dev.slipstream.runtime.observation;

import java.util.concurrent.atomic.LongAdder;

/** What one loop does on one device when it is submitted as a task. Thread-safe. */
final class KernelMeters {
  private final String loop;
  private final String device;
  private final Durations busy;
  private final LongAdder bytesIn;
  private final LongAdder bytesOut;

  KernelMeters(Metrics metrics, String loop, String device) {
    this.loop = loop;
    this.device = device;
    this.busy = metrics.durations("slipstream.graph.kernel", "loop", loop, "device", device);
    this.bytesIn = metrics.counter("slipstream.graph.bytes.in", "loop", loop, "device", device);
    this.bytesOut = metrics.counter("slipstream.graph.bytes.out", "loop", loop, "device", device);
  }

  void ran(long nanos) {
    busy.add(nanos);
  }

  void needed(long bytes) {
    bytesIn.add(bytes);
  }

  void gave(long bytes) {
    bytesOut.add(bytes);
  }

  GraphStatistics.Kernels statistics() {
    return new GraphStatistics.Kernels(
        loop, device, busy.count(), busy.nanos(), bytesIn.sum(), bytesOut.sum());
  }
}
