package dev.slipstream.runtime.execution;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All lanes of an executor, and what runs jobs on them. Used by one thread, but for {@link
 * #expect}.
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
   * @param groups what runs the jobs of which lanes; one may have several groups
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

  void start(Assignment<W> assignment, Ticket ticket) throws Exception {
    LaneBackend<W> backend =
        assignment.lane().isPresent() ? groups.get(assignment.lane().get().group()) : withoutLane;
    if (backend == null) {
      throw new IllegalStateException("there is no " + assignment.laneText());
    }
    backend.start(assignment, ticket);
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

  /** Jobs are about to come. From any thread. */
  void expect() {
    for (int i = 0; i < backends.size(); i++) {
      backends.get(i).expect();
    }
  }

  void cancel(Throwable cause) {
    each(backend -> backend.cancel(cause));
  }

  void close() {
    each(LaneBackend::close);
  }

  /** Does it for all, also if it fails for one; throws one of the failures. */
  private void each(Consumer<LaneBackend<W>> action) {
    each(action, 0);
  }

  private void each(Consumer<LaneBackend<W>> action, int from) {
    if (from < backends.size()) {
      try {
        action.accept(backends.get(from));
      } finally {
        each(action, from + 1);
      }
    }
  }
}
