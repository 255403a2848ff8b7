package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Lanes that do their jobs in order, one step at a time, on the thread of the test. They notice a
 * job that runs before its predecessors have run, whatever the engine assumes.
 */
final class SimulatedLanes {
  private final Map<JobId, Job<String>> known;
  private final Map<Lane, Deque<Job<String>>> lanes = new LinkedHashMap<>();
  private final List<Job<String>> withoutLane = new ArrayList<>();
  private final Set<JobId> ran = new HashSet<>();
  private final List<JobId> unreported = new ArrayList<>();

  /**
   * @param known all jobs with their real predecessors
   */
  SimulatedLanes(Map<JobId, Job<String>> known) {
    this.known = known;
  }

  void start(Job<String> job) {
    if (job.lane().isPresent()) {
      lanes.computeIfAbsent(job.lane().get(), lane -> new ArrayDeque<>()).addLast(job);
    } else {
      withoutLane.add(job);
    }
  }

  /** Runs one job that a lane can run, if any. */
  boolean step(Random random) {
    List<Runnable> possible = new ArrayList<>();
    for (Deque<Job<String>> lane : lanes.values()) {
      if (!lane.isEmpty() && ran.containsAll(lane.getFirst().waitsFor())) {
        possible.add(() -> run(lane.removeFirst()));
      }
    }
    for (Job<String> job : withoutLane) {
      possible.add(
          () -> {
            withoutLane.remove(job);
            run(job);
          });
    }
    if (possible.isEmpty()) {
      return false;
    }
    possible.get(random.nextInt(possible.size())).run();
    return true;
  }

  private void run(Job<String> job) {
    JobId id = job.id();
    assertThat(ran).as("what %s waits for has run", id).containsAll(known.get(id).predecessors());
    assertThat(ran.add(id)).as("%s runs once", id).isTrue();
    unreported.add(id);
  }

  boolean hasUnreported() {
    return !unreported.isEmpty();
  }

  /**
   * Reports any of the jobs that have run; ends are not reported in the order in which they happen.
   */
  JobId report(Random random) {
    return unreported.remove(random.nextInt(unreported.size()));
  }
}
