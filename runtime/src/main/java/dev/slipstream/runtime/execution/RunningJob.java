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

  private final Inbox<?> inbox;
  private final AtomicBoolean told = new AtomicBoolean();

  RunningJob(JobId id, Inbox<?> inbox) {
    this.id = id;
    this.inbox = inbox;
  }

  @Override
  public void soon() {
    if (LookOut.hasProcessors()) {
      inbox.expect();
    }
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
