package dev.slipstream.runtime.execution;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All lanes of an executor, with their backends. Used by one thread, except {@link #expect}.
 *
 * @param <W> the work that they understand
 */
public final class Lanes<W> {
  private final LaneBackend<W> withoutLane;
  private final Map<LaneGroup, LaneBackend<W>> groups;
  private final List<LaneBackend<W>> backends;

  /**
   * Combines lanes.
   *
   * @param withoutLane starts jobs that need no lane
   * @param groups the backend of each group; one backend may have several groups
   */
  public Lanes(LaneBackend<W> withoutLane, Map<LaneGroup, LaneBackend<W>> groups) {
    this.withoutLane = withoutLane;
    this.groups = new LinkedHashMap<>(groups);
    Set<LaneBackend<W>> all = new LinkedHashSet<>();
    all.add(withoutLane);
    all.addAll(groups.values());
    this.backends = List.copyOf(all);
  }

  List<LaneGroup> groups() {
    return List.copyOf(groups.keySet());
  }

  void start(Job<W> job) throws Exception {
    LaneBackend<W> backend =
        job.lane().isPresent() ? groups.get(job.lane().get().group()) : withoutLane;
    if (backend == null) {
      throw new IllegalStateException("there is no " + job.laneText());
    }
    backend.start(job);
  }

  boolean poll() {
    boolean again = false;
    for (int i = 0; i < backends.size(); i++) {
      again |= backends.get(i).poll();
    }
    return again;
  }

  void hurry() {
    for (int i = 0; i < backends.size(); i++) {
      backends.get(i).hurry();
    }
  }

  /** Announces that jobs follow. Any thread may call this. */
  void expect() {
    for (int i = 0; i < backends.size(); i++) {
      backends.get(i).expect();
    }
  }

  void cancel(Throwable cause) {
    end(cause, 0);
  }

  void close() {
    end(null, 0);
  }

  /**
   * Cancels all backends from an index on if there is a cause, else closes them. Continues after a
   * failure, and throws one of the failures at the end.
   */
  private void end(@Nullable Throwable cause, int from) {
    if (from < backends.size()) {
      try {
        if (cause == null) {
          backends.get(from).close();
        } else {
          backends.get(from).cancel(cause);
        }
      } finally {
        end(cause, from + 1);
      }
    }
  }
}
