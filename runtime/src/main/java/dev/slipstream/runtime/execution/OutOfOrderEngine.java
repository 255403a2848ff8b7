package dev.slipstream.runtime.execution;

import dev.slipstream.runtime.execution.Job.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which job is started next, and on which lane.
 *
 * <p>A job is issued when all its predecessors are complete and one of its lanes has room. It may
 * be issued earlier (eagerly) if all its open predecessors were issued to one of its lanes and the
 * last job of that lane is one of them. Then the lane's order is sufficient. If there is only one
 * lane for it, it is issued behind any job while the lane has room. If lanes share events,
 * predecessors may also be on other lanes of the same domain. Such a job is issued behind a
 * predecessor or to an empty lane, so that it delays nothing unrelated. If several jobs can be
 * issued, their kind decides, then their order.
 *
 * <p>The rules are those of Celerity's engine ({@code include/out_of_order_engine.h} there), except
 * for events and for the bounds on the number and depth of lanes. The engine keeps nothing of
 * complete jobs and starts nothing itself. Used by one thread.
 *
 * @param <W> the work that lanes understand
 */
public final class OutOfOrderEngine<W> {
  private final Map<LaneGroup, List<LaneState<W>>> lanes = new HashMap<>();
  private final Map<JobPlacement, ReadyJobs<W>> placements = new HashMap<>();
  private final List<ReadyJobs<W>> ready = new ArrayList<>();
  private final ReadyJobs<W> eager = new ReadyJobs<>(List.of());
  private final Map<JobId, Job<W>> open = new HashMap<>();
  private final List<Job<W>> openPredecessors = new ArrayList<>();
  private long lastId = -1;
  private long stamps;
  private int issued;

  /** The number of jobs that were not issued, not counting horizons, which no thread waits for. */
  private int urgent;

  /** Whether the last job before a mark notifies the thread that waits for the mark. */
  private boolean tellsMarks = true;

  /**
   * Creates an engine without jobs.
   *
   * @param groups all lanes
   * @throws IllegalArgumentException if a group occurs twice
   */
  public OutOfOrderEngine(List<LaneGroup> groups) {
    for (LaneGroup group : groups) {
      List<LaneState<W>> states = new ArrayList<>();
      for (int i = 0; i < group.lanes(); i++) {
        states.add(new LaneState<>(group.lane(i)));
      }
      if (lanes.put(group, states) != null) {
        throw new IllegalArgumentException("lanes " + group.name() + " are named twice");
      }
    }
  }

  /**
   * Adds a job.
   *
   * @param job the job; its identifier is higher than those of all jobs before
   * @throws IllegalArgumentException if the identifier is not higher, or the job needs lanes that
   *     the engine does not have
   */
  public void submit(Job<W> job) {
    if (job.id().number() <= lastId) {
      throw new IllegalArgumentException(job.text() + " comes after J" + lastId);
    }
    job.ready = readyJobs(job.placement());
    lastId = job.id().number();
    open.put(job.id(), job);
    // One of its predecessors may be a job that has failed.
    job.spoiled = !tellsMarks;
    List<JobId> predecessors = job.predecessors();
    for (int i = 0; i < predecessors.size(); i++) {
      Job<W> predecessor = open.get(predecessors.get(i));
      if (predecessor != null && predecessor.addSuccessor(job)) {
        job.open++;
        if (predecessor.state != State.ISSUED) {
          job.unissued++;
        }
      }
    }
    urgent += isUrgent(job) ? 1 : 0;
    advance(job);
  }

  private ReadyJobs<W> readyJobs(JobPlacement placement) {
    ReadyJobs<W> known = placements.get(placement);
    if (known != null) {
      return known;
    }
    List<LaneState<W>> allowed = new ArrayList<>();
    for (LaneGroup group : placement.groups()) {
      List<LaneState<W>> states = lanes.get(group);
      if (states == null) {
        throw new IllegalArgumentException("there are no lanes " + group);
      }
      allowed.addAll(states);
    }
    ReadyJobs<W> added = new ReadyJobs<>(allowed);
    placements.put(placement, added);
    ready.add(added);
    return added;
  }

  /**
   * Returns the job to start next, which counts as issued from then on.
   *
   * @return the job with its lane; empty if none can be started before another one is submitted or
   *     completed
   */
  public Optional<Job<W>> nextToIssue() {
    Job<W> best = firstEager();
    LaneState<W> lane = best == null ? null : best.lane;
    for (int i = 0; i < ready.size(); i++) {
      ReadyJobs<W> jobs = ready.get(i);
      Job<W> first = jobs.first();
      if (first == null || (best != null && !ReadyJobs.comesBefore(first, best))) {
        continue;
      }
      LaneState<W> free = LaneState.best(jobs.lanes);
      if (free != null || jobs.lanes.isEmpty()) {
        best = first;
        lane = free;
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    (best.state == State.EAGER ? eager : best.ready).removeFirst();
    issue(best, lane);
    return Optional.of(best);
  }

  /** The first job that can still be issued behind its predecessors. */
  private @Nullable Job<W> firstEager() {
    while (true) {
      Job<W> first = eager.first();
      if (first == null) {
        return null;
      }
      if (first.state == State.EAGER) {
        LaneState<W> lane = first.lane;
        if (lane != null && lane.last() == first.expectedLast && stillFits(first, lane)) {
          return first;
        }
        eager.removeFirst();
        first.state = State.WAITING;
        first.lane = null;
        advance(first);
      } else {
        eager.removeFirst();
      }
    }
  }

  private static <W> boolean stillFits(Job<W> job, LaneState<W> lane) {
    return job.expectedLast != null || lane.isEmpty();
  }

  private void issue(Job<W> job, @Nullable LaneState<W> lane) {
    job.issued(lane, job.open == 0 ? List.of() : onOtherLanes(job, lane));
    issued++;
    urgent -= isUrgent(job) ? 1 : 0;
    if (lane != null) {
      lane.add(job);
    }
    List<Job<W>> successors = job.successors;
    for (int i = 0; i < successors.size(); i++) {
      Job<W> successor = successors.get(i);
      successor.unissued--;
      advance(successor);
    }
  }

  private static boolean isUrgent(Job<?> job) {
    return job.kind() != JobKind.HORIZON;
  }

  private List<JobId> onOtherLanes(Job<W> job, @Nullable LaneState<W> lane) {
    List<JobId> waitsFor = new ArrayList<>(0);
    for (JobId id : job.predecessors()) {
      Job<W> predecessor = open.get(id);
      if (predecessor != null && predecessor.lane != lane && !waitsFor.contains(id)) {
        waitsFor.add(id);
      }
    }
    return waitsFor;
  }

  /**
   * Notes that a job is complete. Jobs on a lane may be reported in any order.
   *
   * @param id a job that was issued
   * @throws IllegalStateException if it was not issued or is complete already
   */
  public void completed(JobId id) {
    Job<W> done = open.get(id);
    if (done == null || done.state != State.ISSUED) {
      throw new IllegalStateException(id + " was completed but is not running");
    }
    open.remove(id);
    issued--;
    if (done.lane != null) {
      done.lane.remove(done);
    }
    List<Job<W>> successors = done.successors;
    for (int i = 0; i < successors.size(); i++) {
      Job<W> successor = successors.get(i);
      successor.open--;
      advance(successor);
    }
    successors.clear();
  }

  /** Queues a job to be issued if it can be. */
  private void advance(Job<W> job) {
    if (job.state == State.ISSUED || job.state == State.READY) {
      return;
    }
    if (job.open == 0) {
      job.state = State.READY;
      job.ready.add(job, stamps++);
    } else if (job.unissued == 0 && job.state == State.WAITING) {
      if (findLane(job)) {
        job.state = State.EAGER;
        eager.add(job, stamps++);
      } else {
        waitForPredecessors(job);
      }
    }
  }

  private void waitForPredecessors(Job<W> job) {
    List<JobId> predecessors = job.predecessors();
    for (int i = 0; i < predecessors.size(); i++) {
      Job<W> predecessor = open.get(predecessors.get(i));
      if (predecessor != null) {
        predecessor.noteWaitedFor();
        if (tellsMarks) {
          predecessor.tellOf(job);
        }
      }
    }
  }

  /** Finds a lane on which all open predecessors are over before the job starts. */
  private boolean findLane(Job<W> job) {
    if (job.ready.lanes.isEmpty()) {
      return false;
    }
    boolean found =
        collectOpenPredecessors(job) && (findBehindOne(job) || findEmpty(job) || findOnly(job));
    openPredecessors.clear();
    return found;
  }

  private boolean findBehindOne(Job<W> job) {
    for (int i = 0; i < openPredecessors.size(); i++) {
      Job<W> predecessor = openPredecessors.get(i);
      LaneState<W> lane = predecessor.lane;
      if (lane != null && lane.last() == predecessor && reachesAll(lane) && allows(job, lane)) {
        job.lane = lane;
        job.expectedLast = predecessor;
        return true;
      }
    }
    return false;
  }

  private boolean findEmpty(Job<W> job) {
    for (int i = 0; i < job.ready.lanes.size(); i++) {
      LaneState<W> lane = job.ready.lanes.get(i);
      if (lane.isEmpty() && reachesAll(lane)) {
        job.lane = lane;
        job.expectedLast = null;
        return true;
      }
    }
    return false;
  }

  /**
   * If there is only one lane, the job waits for it anyway. It delays more important jobs that
   * follow by no more than the lane's depth.
   */
  private boolean findOnly(Job<W> job) {
    LaneState<W> lane = job.ready.lanes.get(0);
    if (job.ready.lanes.size() > 1 || lane.last() == null || !lane.hasRoom()) {
      return false;
    }
    for (int i = 0; i < openPredecessors.size(); i++) {
      if (openPredecessors.get(i).lane != lane) {
        return false;
      }
    }
    job.lane = lane;
    job.expectedLast = lane.last();
    return true;
  }

  /**
   * Collects the open predecessors. Returns false if one of them has no lane on which something
   * could follow it.
   */
  private boolean collectOpenPredecessors(Job<W> job) {
    List<JobId> ids = job.predecessors();
    for (int i = 0; i < ids.size(); i++) {
      Job<W> predecessor = open.get(ids.get(i));
      if (predecessor != null) {
        if (predecessor.lane == null) {
          return false;
        }
        openPredecessors.add(predecessor);
      }
    }
    return true;
  }

  private boolean reachesAll(LaneState<W> lane) {
    for (int i = 0; i < openPredecessors.size(); i++) {
      LaneState<W> other = openPredecessors.get(i).lane;
      if (other == null || !lane.follows(other)) {
        return false;
      }
    }
    return true;
  }

  private static <W> boolean allows(Job<W> job, LaneState<W> lane) {
    return job.placement().groups().contains(lane.group());
  }

  /** The number of jobs that are not complete. */
  public int openJobs() {
    return open.size();
  }

  /**
   * Returns whether jobs remain to be issued as soon as others end, after everything that can be
   * issued was issued. Horizons do not count, since they are not urgent.
   *
   * @return whether jobs other than horizons were not issued
   */
  public boolean waitsForEnds() {
    return urgent > 0;
  }

  /**
   * Notes that a job has failed: jobs that wait for it will never be complete. From now on threads
   * that wait for marks are notified only by the executor, since the failed job may be one of the
   * mark's predecessors.
   */
  void failed(Job<W> job) {
    tellsMarks = false;
    for (Job<W> successor : job.successors) {
      successor.spoiled = true;
    }
  }

  /**
   * Returns whether a job could start if its lanes had room, after everything that can be issued
   * was issued.
   *
   * @return whether there is such a job
   */
  boolean waitsForRoom() {
    for (int i = 0; i < ready.size(); i++) {
      if (ready.get(i).first() != null) {
        return true;
      }
    }
    return false;
  }

  /** The number of jobs that were issued and are not complete. */
  public int issuedJobs() {
    return issued;
  }

  /**
   * Returns the issued jobs that wait for no other, for which everything else waits. Takes time in
   * proportion to the open jobs.
   *
   * @return the jobs, the oldest first
   */
  public List<Job<W>> running() {
    List<Job<W>> running = new ArrayList<>();
    for (Job<W> job : open.values()) {
      if (job.state == State.ISSUED && job.open == 0) {
        running.add(job);
      }
    }
    running.sort(Comparator.comparing(Job::id));
    return running;
  }

  /** Runs an action for all jobs that are not complete; does not allocate. */
  void forEachOpen(BiConsumer<JobId, Job<W>> action) {
    open.forEach(action);
  }
}
