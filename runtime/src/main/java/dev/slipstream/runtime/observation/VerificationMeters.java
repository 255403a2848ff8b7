package dev.slipstream.runtime.observation;

import java.util.concurrent.atomic.LongAdder;

/** What became of one loop's verified executions. Thread-safe. */
public final class VerificationMeters {
  private final LongAdder equal;
  private final LongAdder different;
  private final LongAdder skipped;
  private String firstDifference = "";
  private String lastReason = "";

  VerificationMeters(Metrics metrics, String loop, String site) {
    this.equal = verified(metrics, loop, site, "equal");
    this.different = verified(metrics, loop, site, "different");
    this.skipped = verified(metrics, loop, site, "skipped");
  }

  private static LongAdder verified(Metrics metrics, String loop, String site, String result) {
    return metrics.counter(
        "slipstream.loop.verified", "loop", loop, "site", site, "result", result);
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
        equal.sum() + different.sum(), different.sum(), firstDifference, skipped.sum(), lastReason);
  }
}
