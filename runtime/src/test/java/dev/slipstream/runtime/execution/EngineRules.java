package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules that an engine must follow, evaluated at each step from all earlier events, without
 * regard to time.
 */
final class EngineRules {
  private final Map<JobId, Job<String>> waiting = new HashMap<>();
  private final Map<JobId, Lane> laneOf = new HashMap<>();
  private final Map<Lane, List<JobId>> issuedTo = new HashMap<>();
  private final Set<JobId> complete = new HashSet<>();

  void submitted(Job<String> job) {
    waiting.put(job.id(), job);
  }

  void completed(JobId id) {
    complete.add(id);
  }

  void issued(Job<String> next) {
    Job<String> job = next;
    assertThat(waiting).as("issued once, and only if submitted").containsKey(job.id());
    List<JobId> open = openPredecessors(job);
    if (next.lane().isPresent()) {
      checkLane(job, open, next.lane().get(), next.waitsFor());
    } else {
      assertThat(job.placement().groups()).as("%s needs no lane", job).isEmpty();
      assertThat(open).as("%s waits for no other", job).isEmpty();
    }
    for (Job<String> other : waiting.values()) {
      assertThat(other.kind().rank() < job.kind().rank() && couldBeIssued(other))
          .as("%s should come before %s", other, job)
          .isFalse();
    }
    waiting.remove(job.id());
    next.lane()
        .ifPresent(
            lane -> {
              laneOf.put(job.id(), lane);
              issuedTo.computeIfAbsent(lane, key -> new ArrayList<>()).add(job.id());
            });
  }

  private void checkLane(Job<String> job, List<JobId> open, Lane lane, List<JobId> waitsFor) {
    assertThat(job.placement().groups()).as("%s may run there", job).contains(lane.group());
    for (JobId predecessor : open) {
      Lane other = laneOf.get(predecessor);
      assertThat(other).as("%s: %s was given to a lane", job, predecessor).isNotNull();
      if (!lane.equals(other)) {
        assertThat(waitsFor).as("%s is waited for", predecessor).contains(predecessor);
        assertThat(lane.group().events()).as("lanes can wait").isPresent();
        assertThat(other.group().events()).isEqualTo(lane.group().events());
      }
    }
    if (!open.isEmpty()) {
      boolean behindOne = last(lane).map(open::contains).orElse(false);
      assertThat(behindOne || fill(lane) == 0 || isOnlyLane(lane, job, open))
          .as("%s goes behind a predecessor", job)
          .isTrue();
    } else {
      assertThat(fill(lane)).as("%s takes more", lane).isLessThan(lane.group().depth());
      if (fill(lane) > 0) {
        assertThat(lanes(job)).as("an empty lane is preferred").allMatch(any -> fill(any) > 0);
      }
    }
  }

  private boolean isOnlyLane(Lane lane, Job<String> job, List<JobId> open) {
    return lanes(job).equals(List.of(lane))
        && open.stream().allMatch(id -> lane.equals(laneOf.get(id)))
        && fill(lane) < lane.group().depth();
  }

  /** Notes that the engine has nothing to issue. */
  void nothingToIssue() {
    assertThat(waiting.values()).as("could be issued").noneMatch(this::couldBeIssued);
  }

  void allComplete(int jobs) {
    assertThat(waiting).isEmpty();
    assertThat(complete).hasSize(jobs);
  }

  private boolean couldBeIssued(Job<String> job) {
    List<JobId> open = openPredecessors(job);
    if (open.isEmpty()) {
      List<Lane> lanes = lanes(job);
      return lanes.isEmpty() || lanes.stream().anyMatch(lane -> fill(lane) < lane.group().depth());
    }
    Lane lane = laneOf.get(open.get(0));
    return lane != null
        && job.placement().groups().contains(lane.group())
        && open.stream().allMatch(id -> lane.equals(laneOf.get(id)))
        && last(lane).map(open::contains).orElse(false);
  }

  private List<JobId> openPredecessors(Job<String> job) {
    return job.predecessors().stream().filter(id -> !complete.contains(id)).toList();
  }

  private static List<Lane> lanes(Job<String> job) {
    List<Lane> lanes = new ArrayList<>();
    for (LaneGroup group : job.placement().groups()) {
      for (int i = 0; i < group.lanes(); i++) {
        lanes.add(group.lane(i));
      }
    }
    return lanes;
  }

  private long fill(Lane lane) {
    return issuedTo.getOrDefault(lane, List.of()).stream()
        .filter(id -> !complete.contains(id))
        .count();
  }

  /** The newest job of a lane, unless it is complete. */
  private Optional<JobId> last(Lane lane) {
    List<JobId> jobs = issuedTo.getOrDefault(lane, List.of());
    return jobs.isEmpty() || complete.contains(jobs.get(jobs.size() - 1))
        ? Optional.empty()
        : Optional.of(jobs.get(jobs.size() - 1));
  }
}
