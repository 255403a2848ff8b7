package dev.slipstream.runtime.execution;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The engine's state of a lane. */
final class LaneState<W> {
  /** The lane, in the form in which every job has it. */
  final Optional<Lane> lane;

  private final LaneGroup group;
  private int jobs;

  /** The newest job, unless it is complete. */
  private @Nullable Job<W> last;

  LaneState(Lane lane) {
    this.lane = Optional.of(lane);
    this.group = lane.group();
  }

  @Nullable Job<W> last() {
    return last;
  }

  LaneGroup group() {
    return group;
  }

  boolean isEmpty() {
    return jobs == 0;
  }

  void add(Job<W> job) {
    jobs++;
    last = job;
  }

  void remove(Job<W> job) {
    jobs--;
    if (last == job) {
      last = null;
    }
  }

  /** Whether it can get another job that is unrelated to those it has. */
  boolean hasRoom() {
    return jobs < group.depth();
  }

  /** Whether a job on the other lane is over before the next job of this lane starts. */
  boolean follows(LaneState<W> other) {
    return other == this
        || (group.events().isPresent() && group.events().equals(other.group.events()));
  }

  /**
   * The lane for a job whose predecessors are complete: the first of those with the fewest jobs, if
   * it has room; otherwise null.
   */
  static <W> @Nullable LaneState<W> best(List<LaneState<W>> lanes) {
    LaneState<W> best = null;
    for (int i = 0; i < lanes.size(); i++) {
      LaneState<W> lane = lanes.get(i);
      if (lane.hasRoom() && (best == null || lane.jobs < best.jobs)) {
        best = lane;
      }
    }
    return best;
  }
}
