package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work, what must come before it, and how far it has come. A lane gets it and tells its
 * end: one of {@link #completed}, {@link #completedBeforeNext} and {@link #failed} is called once,
 * from any thread, also from within {@link LaneBackend#start}. None of them blocks, allocates or
 * throws, so that they work also where memory or the stack have run out. Everything else belongs to
 * the thread that submits it, and then to the executor's.
 *
 * @param <W> what lanes understand
 */
public class Job<W> {
  /** How far a job has come. */
  enum State {
    /** Predecessors are open, and no lane was found on which they do not matter. */
    WAITING,
    /** Could be issued to a lane behind its predecessors. */
    EAGER,
    /** All predecessors are complete. */
    READY,
    /** Was given to its lane. */
    ISSUED
  }

  private final JobId id;
  private final JobKind kind;
  private final List<JobId> predecessors;
  private final JobPlacement placement;
  private final W work;

  /** Whoever waits for its end; null if nobody does. */
  @Nullable Completion completion;

  /** Whether it does nothing, so that it is complete when all before it is. */
  boolean isMark;

  /** Whether a job that it waits for has failed, or may have. */
  boolean spoiled;

  final List<Job<W>> successors = new ArrayList<>(2);
  State state = State.WAITING;

  /** Those that compete for the same lanes; set by the engine when it gets the job. */
  @SuppressWarnings("NullAway.Init")
  ReadyJobs<W> ready;

  /** Predecessors that are not complete. */
  int open;

  /** Predecessors that were not issued. */
  int unissued;

  /** When it was put where it waits to be issued. */
  long stamp;

  /** The lane on which it runs, or in state {@link State#EAGER} could run. */
  @Nullable LaneState<W> lane;

  /** In state {@link State#EAGER}: what must still be the last job of the lane. */
  @Nullable Job<W> expectedLast;

  /** Where its end goes; null before it is started. */
  private @Nullable Inbox<W> inbox;

  private Ticker ticker = Ticker.SYSTEM;
  private List<JobId> waitsFor = List.of();
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean waitedFor;

  /** Whoever waits for a mark for which only this job is missing; null if nobody does. */
  private volatile @Nullable Completion mark;

  /** Why it has failed; null if it has not. */
  @Nullable Throwable cause;

  /** When it ended. */
  long nanos;

  /** The next one in a list of those that have ended. */
  @Nullable Job<W> next;

  /**
   * Creates a job.
   *
   * @param id its identifier
   * @param kind what it is for
   * @param predecessors the jobs that must be complete before it starts, with lower identifiers;
   *     those that were never submitted count as complete
   * @param placement where it may run
   * @param work what is done, as lanes understand it; its text names it in messages, so for work of
   *     a loop it should name the loop and its line
   * @throws IllegalArgumentException if a predecessor does not have a lower identifier
   */
  public Job(JobId id, JobKind kind, List<JobId> predecessors, JobPlacement placement, W work) {
    this.id = id;
    this.kind = kind;
    this.predecessors = List.copyOf(predecessors);
    this.placement = placement;
    this.work = work;
    for (JobId predecessor : predecessors) {
      if (predecessor.number() >= id.number()) {
        throw new IllegalArgumentException(id + " cannot wait for " + predecessor);
      }
    }
  }

  /** Its identifier. */
  public final JobId id() {
    return id;
  }

  /** What it is for. */
  public final JobKind kind() {
    return kind;
  }

  /** The jobs that must be complete before it starts. */
  public final List<JobId> predecessors() {
    return predecessors;
  }

  /** Where it may run. */
  public final JobPlacement placement() {
    return placement;
  }

  /** What is done. */
  public final W work() {
    return work;
  }

  /** What messages call it: its kind, identifier and work. */
  public final String text() {
    return kind + " " + id + " (" + work + ")";
  }

  /** The lane that it was given to; empty if it needs none. */
  public final Optional<Lane> lane() {
    return lane == null ? Optional.empty() : lane.lane;
  }

  /** What messages call the lane: its name, or that there is none. */
  public final String laneText() {
    return lane == null ? "no lane" : "lane " + lane.lane.orElseThrow();
  }

  /**
   * Jobs on other lanes that were not complete when it was issued, for which the lane itself must
   * wait; empty unless the lane's group shares events.
   */
  public final List<JobId> waitsFor() {
    return waitsFor;
  }

  /**
   * It is over; what it wrote is visible to whoever it is reported to.
   *
   * @return false if its end was told already, and nothing was done
   */
  public boolean completed() {
    return tell(null, 0, /* wake= */ true);
  }

  /**
   * It is over, and the lane goes on with another one, whose end it will tell: whoever does not
   * wait for this one may hear of it then.
   *
   * @param nanosAgo how long ago it ended, 0 or more; of jobs that run together, nobody knows it
   *     exactly
   * @return as {@link #completed}
   */
  public boolean completedBeforeNext(long nanosAgo) {
    return tell(null, nanosAgo, /* wake= */ false);
  }

  /**
   * It has failed, or was not started because the lane was cancelled or a job before it on the lane
   * has failed.
   *
   * @param why the cause
   * @return false if its end was told already, and nothing was done
   */
  public boolean failed(Throwable why) {
    return tell(why, 0, /* wake= */ true);
  }

  private boolean tell(@Nullable Throwable why, long nanosAgo, boolean wake) {
    Inbox<W> to = inbox;
    if (to == null || !told.compareAndSet(false, true)) {
      return false;
    }
    cause = why;
    nanos = ticker.nanoTime() - nanosAgo;
    to.ended(this);
    try {
      if (why == null) {
        // Who waits for it is told at once: the executor may have to wake up first. Of what runs
        // without a lane the listener is told before.
        complete(lane == null ? null : completion);
        complete(mark);
      }
    } finally {
      // The executor notes what it waits for before it looks for ends, and then sleeps.
      if (wake || waitedFor || to.needsEnds()) {
        to.executor.ring();
      }
    }
    return true;
  }

  private static void complete(@Nullable Completion waiting) {
    if (waiting != null) {
      waiting.complete();
    }
  }

  /** Says where its end goes, before it is given to its lane. */
  final void tellsEndTo(Inbox<W> box, Ticker clock) {
    inbox = box;
    ticker = clock;
  }

  /** It was issued. */
  final void issued(@Nullable LaneState<W> to, List<JobId> others) {
    state = State.ISSUED;
    lane = to;
    waitsFor = others;
    expectedLast = null;
  }

  /** Something that depends on it can be issued only after its end. */
  final void noteWaitedFor() {
    if (!waitedFor) {
      waitedFor = true;
    }
  }

  /** Whether that is so. */
  final boolean isWaitedFor() {
    return waitedFor;
  }

  /**
   * If it is all that a mark waits for, who waits for that is told of its end, if that is a good
   * one. One at most, and not if the end has been told: the executor does that then.
   */
  final void tellOf(Job<W> successor) {
    boolean runs = lane != null && state == State.ISSUED;
    if (runs && successor.open == 1 && successor.isMark && mark == null) {
      mark = successor.completion;
    }
  }

  /** Whether the newest job was not a successor already. */
  final boolean addSuccessor(Job<W> newest) {
    if (!successors.isEmpty() && successors.get(successors.size() - 1) == newest) {
      return false;
    }
    return successors.add(newest);
  }

  @Override
  public final String toString() {
    return text();
  }
}
