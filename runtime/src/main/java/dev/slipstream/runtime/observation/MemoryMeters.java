package dev.slipstream.runtime.observation;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** What is allocated in one memory. Thread-safe. */
final class MemoryMeters {
  private final String name;
  private final boolean device;
  private long used;
  private long most;

  MemoryMeters(MeterRegistry registry, String name, boolean device) {
    this.name = name;
    this.device = device;
    Gauge.builder("slipstream.memory.used", this, meters -> meters.statistics().used())
        .tag("memory", name)
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("slipstream.memory.most", this, meters -> meters.statistics().most())
        .tag("memory", name)
        .baseUnit("bytes")
        .register(registry);
  }

  /** Bytes were allocated, or freed if they are negative. */
  synchronized void changed(long bytes) {
    used += bytes;
    most = Math.max(most, used);
  }

  synchronized GraphStatistics.Memory statistics() {
    return new GraphStatistics.Memory(name, device, used, most);
  }
}
