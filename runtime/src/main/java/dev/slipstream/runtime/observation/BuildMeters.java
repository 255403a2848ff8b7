package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.BuildListener;
import java.util.concurrent.atomic.LongAdder;

/** Counts kernels that drivers had to build, and those that they were spared. Thread-safe. */
public final class BuildMeters implements BuildListener {
  private final LongAdder hits;
  private final LongAdder misses;

  BuildMeters(Metrics metrics) {
    hits = metrics.counter("slipstream.cache.hits");
    misses = metrics.counter("slipstream.cache.misses");
  }

  @Override
  public void fromCache() {
    hits.increment();
  }

  @Override
  public void built() {
    misses.increment();
  }

  /** The sums so far. */
  public BuildStatistics statistics() {
    return new BuildStatistics(hits.sum(), misses.sum());
  }
}
