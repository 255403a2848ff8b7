package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.BuildListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts kernels that drivers had to build, and those that they were spared. Thread-safe. */
public final class BuildMeters implements BuildListener {
  private final Supplier<MeterRegistry> registry;
  private Optional<Counters> counters = Optional.empty();

  BuildMeters(Supplier<MeterRegistry> registry) {
    this.registry = registry;
  }

  private record Counters(Counter hits, Counter misses) {}

  @Override
  public void fromCache() {
    counters().hits().increment();
  }

  @Override
  public void built() {
    counters().misses().increment();
  }

  /** The sums so far. */
  public synchronized BuildStatistics statistics() {
    return counters
        .map(c -> new BuildStatistics((long) c.hits().count(), (long) c.misses().count()))
        .orElse(BuildStatistics.NONE);
  }

  /** Made when the first kernel is counted, so that programs without one need no registry. */
  private synchronized Counters counters() {
    if (counters.isEmpty()) {
      MeterRegistry meters = registry.get();
      counters =
          Optional.of(
              new Counters(
                  meters.counter("slipstream.cache.hits"),
                  meters.counter("slipstream.cache.misses")));
    }
    return counters.get();
  }
}
