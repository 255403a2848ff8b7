package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work with its predecessors and its state. A lane gets it and reports its end: it calls
 * one of {@link #completed}, {@link #completedBeforeNext} and {@link #failed} once, from any
 * thread, possibly within {@link LaneBackend#start}. None of these blocks, allocates or throws, so
 * they work even if memory or the stack have run out. Everything else belongs first to the
 * submitting thread, and then to the executor's.
 *
 * @param <W> the work that lanes understand
 */
public class Job<W> {
  /** The state of a job. */
  enum State {
    /** Predecessors are open, and there is no lane whose order would cover them. */
    WAITING,
    /** Can be issued to a lane behind its predecessors. */
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

  /** Tells its end to a waiting thread; null if none waits. */
  @Nullable Completion completion;

  /** Whether it has no work, so that it is complete when everything before it is. */
  boolean isMark;

  /** Whether a job that it waits for has failed, or may have. */
  boolean spoiled;

  final List<Job<W>> successors = new ArrayList<>(2);
  State state = State.WAITING;

  /** The jobs that compete for the same lanes, including this; set when the engine gets the job. */
  @SuppressWarnings("NullAway.Init")
  ReadyJobs<W> ready;

  /** The number of predecessors that are not complete. */
  int open;

  /** The number of predecessors that were not issued. */
  int unissued;

  /** The order in which jobs were queued to be issued. */
  long stamp;

  /** The lane on which it runs, or in state {@link State#EAGER} can run. */
  @Nullable LaneState<W> lane;

  /** In state {@link State#EAGER}, the job that must still be the last one of the lane. */
  @Nullable Job<W> expectedLast;

  /** Receives its end; null before it is started. */
  private @Nullable Inbox<W> inbox;

  private Ticker ticker = Ticker.SYSTEM;
  private List<JobId> waitsFor = List.of();
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean waitedFor;

  /**
   * Tells a thread that waits for a mark whose only open predecessor is this job; null if there is
   * none.
   */
  private volatile @Nullable Completion mark;

  /** Why it has failed; null if it has not. */
  @Nullable Throwable cause;

  /** When it ended. */
  long nanos;

  /** The next job in a list of jobs that have ended. */
  @Nullable Job<W> next;

  /**
   * Creates a job.
   *
   * @param id its identifier
   * @param kind its purpose
   * @param predecessors the jobs that must be complete before it starts, with lower identifiers;
   *     those that were never submitted count as complete
   * @param placement where it may run
   * @param work its work, as lanes understand it; its text appears in messages, so for work of a
   *     loop it should name the loop and its line
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

  /** Its purpose. */
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

  /** Its work. */
  public final W work() {
    return work;
  }

  /** Its name in messages: its kind, identifier and work. */
  public final String text() {
    return kind + " " + id + " (" + work + ")";
  }

  /** The lane that it was given to; empty if it needs none. */
  public final Optional<Lane> lane() {
    return lane == null ? Optional.empty() : lane.lane;
  }

  /** The lane's name in messages, or a text that there is none. */
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
   * Reports that it is over; its writes are visible to all who are notified.
   *
   * @return false if its end was reported before, and nothing was done
   */
  public boolean completed() {
    return tell(null, 0, /* wake= */ true);
  }

  /**
   * Reports that it is over while the lane goes on with another job and will report that one's end.
   * Threads that do not wait for this job may be notified only then.
   *
   * @param nanosAgo how long ago it ended, 0 or more; for jobs that run together, an estimate
   * @return as {@link #completed}
   */
  public boolean completedBeforeNext(long nanosAgo) {
    return tell(null, nanosAgo, /* wake= */ false);
  }

  /**
   * Reports that it has failed. Also used if it was not started, because the lane was cancelled or
   * an earlier job of the lane has failed.
   *
   * @param why the cause
   * @return false if its end was reported before, and nothing was done
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
        // A waiting thread is notified here, since the executor may have to wake up first. For jobs
        // without a lane the executor does so, after the listener.
        complete(lane == null ? null : completion);
        complete(mark);
      }
    } finally {
      // The executor notes what it waits for, then checks for ends, and then sleeps.
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

  /** Sets where its end is reported; called before it is given to its lane. */
  final void tellsEndTo(Inbox<W> box, Ticker clock) {
    inbox = box;
    ticker = clock;
  }

  /** Notes that it was issued. */
  final void issued(@Nullable LaneState<W> to, List<JobId> others) {
    state = State.ISSUED;
    lane = to;
    waitsFor = others;
    expectedLast = null;
  }

  /** Notes that a job which depends on it can be issued only after its end. */
  final void noteWaitedFor() {
    if (!waitedFor) {
      waitedFor = true;
    }
  }

  /** Whether such a job exists. */
  final boolean isWaitedFor() {
    return waitedFor;
  }

  /**
   * If this job is all that a mark still waits for, makes its successful end also notify the thread
   * that waits for the mark. Only one mark is possible, and nothing changes if the job's end was
   * reported before: the executor notifies the thread then.
   */
  final void tellOf(Job<W> successor) {
    boolean runs = lane != null && state == State.ISSUED;
    if (runs && successor.open == 1 && successor.isMark && mark == null) {
      mark = successor.completion;
    }
  }

  /** Adds a successor. Returns false if the newest job already is one. */
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
