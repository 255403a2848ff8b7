package dev.slipstream.runtime.observation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** What became of one loop's verified executions. Thread-safe. */
public final class VerificationMeters {
  private final Counter equal;
  private final Counter different;
  private final Counter skipped;
  private String firstDifference = "";
  private String lastReason = "";

  VerificationMeters(MeterRegistry registry, Tags loop) {
    this.equal = registry.counter("slipstream.loop.verified", loop.and("result", "equal"));
    this.different = registry.counter("slipstream.loop.verified", loop.and("result", "different"));
    this.skipped = registry.counter("slipstream.loop.verified", loop.and("result", "skipped"));
  }

  /**
   * An execution was compared with the host's.
   *
   * @param difference the first value that differs, as shown to users; empty if there is none
   */
  public synchronized void verified(String difference) {
    if (difference.isEmpty()) {
      equal.increment();
      return;
    }
    different.increment();
    if (firstDifference.isEmpty()) {
      firstDifference = difference;
    }
  }

  /** An execution could not be compared. */
  public synchronized void skipped(String reason) {
    skipped.increment();
    lastReason = reason;
  }

  /** The sums so far. */
  synchronized VerificationStatistics statistics() {
    return new VerificationStatistics(
        (long) (equal.count() + different.count()),
        (long) different.count(),
        firstDifference,
        (long) skipped.count(),
        lastReason);
  }
}
