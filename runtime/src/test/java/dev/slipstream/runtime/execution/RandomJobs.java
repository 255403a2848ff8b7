package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A random graph of jobs, with lanes for it. */
record RandomJobs(List<LaneGroup> groups, List<Job<String>> jobs) {
  static RandomJobs of(Random random, int count, boolean events) {
    List<LaneGroup> groups = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i >= 0; i--) {
      LaneGroup group = LaneGroup.of("g" + i, 1 + random.nextInt(3), 1 + random.nextInt(3));
      groups.add(events && random.nextInt(3) > 0 ? group.sharingEvents("context") : group);
    }
    List<JobPlacement> placements = new ArrayList<>(List.of(JobPlacement.NO_LANE));
    groups.forEach(group -> placements.add(JobPlacement.on(group)));
    placements.add(JobPlacement.on(groups.get(1), groups.get(0)));
    int reach = 1 + random.nextInt(20);
    int most = random.nextInt(5);
    List<Job<String>> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<JobId> predecessors = new ArrayList<>();
      for (int p = random.nextInt(most + 1); p > 0 && i > 0; p--) {
        predecessors.add(new JobId(i - 1 - random.nextInt(Math.min(i, reach))));
      }
      JobKind kind = JobKind.values()[random.nextInt(JobKind.values().length)];
      JobPlacement placement = placements.get(random.nextInt(placements.size()));
      jobs.add(new Job<>(new JobId(i), kind, predecessors, placement, "work"));
    }
    return new RandomJobs(groups, jobs);
  }

  OutOfOrderEngine<String> engine() {
    return new OutOfOrderEngine<>(groups);
  }

  /** Runs all jobs in a random order of events, and checks each step. */
  void run(Engine engine, Random random) {
    Map<JobId, Job<String>> known = new LinkedHashMap<>();
    jobs.forEach(job -> known.put(job.id(), job));
    EngineRules rules = new EngineRules();
    SimulatedLanes lanes = new SimulatedLanes(known);
    int submitted = 0;
    int idle = 0;
    while (idle < 300) {
      boolean progress = true;
      switch (random.nextInt(5)) {
        case 0 -> {
          progress = submitted < jobs.size();
          if (progress) {
            rules.submitted(jobs.get(submitted));
            engine.submit(jobs.get(submitted++));
          }
        }
        case 1, 2 -> progress = issue(engine, rules, lanes);
        case 3 -> progress = lanes.step(random);
        default -> {
          progress = lanes.hasUnreported();
          if (progress) {
            JobId id = lanes.report(random);
            rules.completed(id);
            engine.completed(id);
          }
        }
      }
      idle = progress ? 0 : idle + 1;
    }
    rules.allComplete(jobs.size());
  }

  private static boolean issue(Engine engine, EngineRules rules, SimulatedLanes lanes) {
    Optional<Job<String>> next = engine.nextToIssue();
    if (next.isEmpty()) {
      rules.nothingToIssue();
      return false;
    }
    rules.issued(next.get());
    lanes.start(next.get());
    return true;
  }
}
