package dev.slipstream.runtime.observation;

import java.util.Map;

/**
 * How many of a loop's deferred executions several devices, or several ranks, have shared.
 *
 * @param shared the executions that were shared
 * @param whole why others were not, with counts, most frequent first
 */
public record SharingStatistics(long shared, Map<String, Long> whole) {
  /** The figures of a loop that could not be shared. */
  public static final SharingStatistics NONE = new SharingStatistics(0, Map.of());

  /** The executions that were not shared. */
  public long notShared() {
    long sum = 0;
    for (long count : whole.values()) {
      sum += count;
    }
    return sum;
  }

  /** Returns the sum for two loops. */
  SharingStatistics plus(SharingStatistics other) {
    return new SharingStatistics(shared + other.shared, Reasons.sum(whole, other.whole));
  }
}
