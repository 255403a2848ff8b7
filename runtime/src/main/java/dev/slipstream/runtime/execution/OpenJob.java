package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the engine knows of a job that is not complete. */
final class OpenJob<W> {
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

  final Job<W> job;
  final ReadyJobs<W> ready;
  final List<OpenJob<W>> successors = new ArrayList<>(2);
  State state = State.WAITING;

  /** Predecessors that are not complete. */
  int open;

  /** Predecessors that were not issued. */
  int unissued;

  /** When it was put where it waits to be issued. */
  long stamp;

  /** The lane on which it runs, or in state {@link State#EAGER} could run. */
  @Nullable LaneState<W> lane;

  /** How it was issued; in state {@link State#ISSUED} only. */
  @Nullable Assignment<W> assignment;

  /** Whether something that depends on it can be issued only after its end. */
  private boolean waitedFor;

  /** Tells its end; null before it is known. */
  private @Nullable RunningJob running;

  /** Whoever waits for it, if it does nothing; null if it does something, or nobody waits. */
  final @Nullable Completion mark;

  /** In state {@link State#EAGER}: what must still be the last job of the lane. */
  @Nullable OpenJob<W> expectedLast;

  OpenJob(Job<W> job, ReadyJobs<W> ready, @Nullable Completion mark) {
    this.job = job;
    this.ready = ready;
    this.mark = mark;
  }

  /** Something that depends on it can be issued only after its end. */
  void noteWaitedFor() {
    waitedFor = true;
    if (running != null) {
      running.noteWaitedFor();
    }
  }

  /** It runs, and this tells its end. */
  void runs(RunningJob teller) {
    running = teller;
    if (waitedFor) {
      teller.noteWaitedFor();
    }
  }

  /** If it runs, and is all that a mark waits for, who waits for that is told of its end. */
  void tellOf(OpenJob<W> successor) {
    if (running != null && successor.open == 1 && successor.mark != null) {
      running.tellAlso(successor.mark);
    }
  }

  /** Whether the newest job was not a successor already. */
  boolean addSuccessor(OpenJob<W> newest) {
    if (!successors.isEmpty() && successors.get(successors.size() - 1) == newest) {
      return false;
    }
    return successors.add(newest);
  }
}
