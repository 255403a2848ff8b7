package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A job that was issued; it is its own entry in the list of those that have ended. */
final class RunningJob<W> implements Ticket {
  final Assignment<W> assignment;
  @Nullable Throwable cause;
  @Nullable RunningJob<W> next;

  private final Inbox<W> inbox;
  private final AtomicBoolean told = new AtomicBoolean();

  RunningJob(Assignment<W> assignment, Inbox<W> inbox) {
    this.assignment = assignment;
    this.inbox = inbox;
  }

  @Override
  public boolean completed() {
    return tell(null);
  }

  @Override
  public boolean failed(Throwable why) {
    return tell(why);
  }

  private boolean tell(@Nullable Throwable why) {
    if (!told.compareAndSet(false, true)) {
      return false;
    }
    cause = why;
    inbox.ended(this);
    return true;
  }
}
