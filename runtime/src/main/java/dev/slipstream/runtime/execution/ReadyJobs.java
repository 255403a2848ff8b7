package dev.slipstream.runtime.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that wait to be issued to the same lanes: the most important kind first, and among equals
 * the oldest one.
 */
final class ReadyJobs<W> {
  /** The lanes in the order of preference; empty if no lane is needed. */
  final List<LaneState<W>> lanes;

  private final List<ArrayDeque<Job<W>>> ranks = new ArrayList<>(JobKind.RANKS);
  private int occupied;

  ReadyJobs(List<LaneState<W>> lanes) {
    this.lanes = lanes;
    for (int rank = 0; rank < JobKind.RANKS; rank++) {
      ranks.add(new ArrayDeque<>(4));
    }
  }

  void add(Job<W> job, long stamp) {
    job.stamp = stamp;
    int rank = job.kind().rank();
    ranks.get(rank).addLast(job);
    occupied |= 1 << rank;
  }

  @Nullable Job<W> first() {
    return occupied == 0 ? null : ranks.get(Integer.numberOfTrailingZeros(occupied)).peekFirst();
  }

  void removeFirst() {
    int rank = Integer.numberOfTrailingZeros(occupied);
    ArrayDeque<Job<W>> jobs = ranks.get(rank);
    jobs.removeFirst();
    if (jobs.isEmpty()) {
      occupied &= ~(1 << rank);
    }
  }

  static <W> boolean comesBefore(Job<W> job, Job<W> other) {
    int rank = job.kind().rank();
    int otherRank = other.kind().rank();
    return rank != otherRank ? rank < otherRank : job.stamp < other.stamp;
  }
}
