package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A job that was issued; it is its own entry in the list of those that have ended. It does not hold
 * the job: whoever tells the end may be held up while doing so, and the program may need the room
 * of the job's arrays already.
 */
final class RunningJob implements Ticket {
  final JobId id;
  @Nullable Throwable cause;
  @Nullable RunningJob next;

  /** When it ended. */
  long nanos;

  private final Inbox<?> inbox;
  private final Ticker ticker;

  /** Whoever waits for the job itself is told at once: the executor may have to wake up first. */
  private final @Nullable Completion completion;

  /** Whoever waits for a mark for which only this job is missing; null if nobody does. */
  private volatile @Nullable Completion mark;

  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean waitedFor;

  RunningJob(JobId id, Inbox<?> inbox, Ticker ticker, @Nullable Completion completion) {
    this.id = id;
    this.inbox = inbox;
    this.ticker = ticker;
    this.completion = completion;
  }

  /** Something can begin only after its end has been told. By the executor's thread. */
  void noteWaitedFor() {
    waitedFor = true;
  }

  /** Whether that is so. */
  boolean isWaitedFor() {
    return waitedFor;
  }

  /**
   * Has somebody told of the end, too, if it is a good one. One at most, and not if the end has
   * been told: the executor does that then. By the executor's thread.
   */
  void tellAlso(Completion waiting) {
    if (mark == null) {
      mark = waiting;
    }
  }

  @Override
  public boolean completed() {
    return tell(null, 0, /* wake= */ true);
  }

  @Override
  public boolean completedBeforeNext(long nanosAgo) {
    return tell(null, nanosAgo, /* wake= */ false);
  }

  @Override
  public boolean failed(Throwable why) {
    return tell(why, 0, /* wake= */ true);
  }

  private boolean tell(@Nullable Throwable why, long nanosAgo, boolean wake) {
    if (!told.compareAndSet(false, true)) {
      return false;
    }
    cause = why;
    nanos = ticker.nanoTime() - nanosAgo;
    inbox.ended(this);
    try {
      if (why == null) {
        complete(completion);
        complete(mark);
      }
    } finally {
      // The executor notes what it waits for before it looks for ends, and then sleeps.
      if (wake || waitedFor || inbox.needsEnds()) {
        inbox.executor.ring();
      }
    }
    return true;
  }

  private static void complete(@Nullable Completion waiting) {
    if (waiting != null) {
      waiting.complete();
    }
  }
}
