package dev.slipstream.runtime.observation;

import java.util.Map;

/**
 * How many of a loop's deferred executions several devices, or several ranks, have shared.
 *
 * @param shared these
 * @param whole why others were not, with counts, most frequent first
 */
public record SharingStatistics(long shared, Map<String, Long> whole) {
  /** Those of a loop that nothing could share. */
  public static final SharingStatistics NONE = new SharingStatistics(0, Map.of());

  /** Those that were not shared. */
  public long notShared() {
    long sum = 0;
    for (long count : whole.values()) {
      sum += count;
    }
    return sum;
  }

  /** Those of two loops. */
  SharingStatistics plus(SharingStatistics other) {
    return new SharingStatistics(shared + other.shared, Reasons.sum(whole, other.whole));
  }
}
