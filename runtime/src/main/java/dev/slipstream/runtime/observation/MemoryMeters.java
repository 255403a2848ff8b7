package dev.slipstream.runtime.observation;

import java.util.concurrent.atomic.AtomicLong;

/** What is allocated in one memory. Thread-safe. */
final class MemoryMeters {
  private final String name;
  private final boolean device;
  private final AtomicLong used;
  private final AtomicLong most;

  MemoryMeters(Metrics metrics, String name, boolean device) {
    this.name = name;
    this.device = device;
    this.used = metrics.gauge("slipstream.memory.used", "memory", name);
    this.most = metrics.gauge("slipstream.memory.most", "memory", name);
  }

  /** Bytes were allocated, or freed if they are negative. */
  synchronized void changed(long bytes) {
    most.set(Math.max(most.get(), used.addAndGet(bytes)));
  }

  synchronized GraphStatistics.Memory statistics() {
    return new GraphStatistics.Memory(name, device, used.get(), most.get());
  }
}
