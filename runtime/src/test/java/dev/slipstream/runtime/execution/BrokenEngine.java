package dev.slipstream.runtime.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The engine with one rule broken. */
final class BrokenEngine implements Engine {
  enum Rule {
    FORGETS_A_PREDECESSOR,
    TREATS_ALL_KINDS_ALIKE,
    TAKES_ANY_LANE_OF_THE_GROUP,
    IS_NEVER_EAGER,
    LOSES_A_JOB,
    TAKES_ISSUED_FOR_COMPLETE,
    IS_EAGER_WITHOUT_A_LANE
  }

  private final OutOfOrderEngine<String> engine;
  private final Rule rule;
  private final Random random;
  private final Set<JobId> complete = new HashSet<>();
  private final Deque<Job<String>> heldBack = new ArrayDeque<>();

  BrokenEngine(OutOfOrderEngine<String> engine, Rule rule, Random random) {
    this.engine = engine;
    this.rule = rule;
    this.random = random;
  }

  @Override
  public void submit(Job<String> job) {
    JobKind kind = rule == Rule.TREATS_ALL_KINDS_ALIKE ? JobKind.KERNEL : job.kind();
    List<JobId> predecessors = new ArrayList<>(job.predecessors());
    boolean forgets = rule == Rule.FORGETS_A_PREDECESSOR && random.nextInt(4) == 0;
    boolean hurries = rule == Rule.IS_EAGER_WITHOUT_A_LANE && job.placement().groups().isEmpty();
    if ((forgets || hurries) && !predecessors.isEmpty()) {
      predecessors.remove(predecessors.size() - 1);
    }
    engine.submit(new Job<>(job.id(), kind, predecessors, job.placement(), job.work()));
  }

  @Override
  public Optional<Job<String>> nextToIssue() {
    if (!heldBack.isEmpty() && complete.containsAll(heldBack.getFirst().predecessors())) {
      return Optional.of(heldBack.removeFirst());
    }
    Optional<Job<String>> next = engine.nextToIssue();
    if (next.isEmpty()) {
      return next;
    }
    Job<String> issued = next.get();
    switch (rule) {
      case TAKES_ANY_LANE_OF_THE_GROUP -> {
        issued.lane = issued.lane().map(lane -> new LaneState<String>(any(lane))).orElse(null);
      }
      case IS_NEVER_EAGER -> {
        if (!complete.containsAll(issued.predecessors())) {
          heldBack.addLast(issued);
          return nextToIssue();
        }
      }
      case LOSES_A_JOB -> {
        if (random.nextInt(50) == 0) {
          return nextToIssue();
        }
      }
      case TAKES_ISSUED_FOR_COMPLETE -> engine.completed(issued.id());
      default -> {
        // The rule was broken when the job was submitted.
      }
    }
    return next;
  }

  private Lane any(Lane lane) {
    return lane.group().lane(random.nextInt(lane.group().lanes()));
  }

  @Override
  public void completed(JobId id) {
    complete.add(id);
    if (rule != Rule.TAKES_ISSUED_FOR_COMPLETE) {
      engine.completed(id);
    }
  }
}
