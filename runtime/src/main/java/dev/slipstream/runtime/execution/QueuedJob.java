package dev.slipstream.runtime.execution;

import org.jspecify.annotations.Nullable;

/**
 * A job in the queue of a lane, and whom to tell of its end. It lets the job go before it tells:
 * the thread that tells may be held up while doing so, and the program may need the room of the
 * job's arrays already. Used by one thread at a time.
 *
 * @param <W> the work that the lane understands
 */
public final class QueuedJob<W> {
  private final Ticket ticket;
  private @Nullable Job<W> job;

  /**
   * Queues a job.
   *
   * @param job the job
   * @param ticket tells its end
   */
  public QueuedJob(Job<W> job, Ticket ticket) {
    this.job = job;
    this.ticket = ticket;
  }

  /**
   * Returns the job.
   *
   * @return the job
   * @throws IllegalStateException if its end was told
   */
  public Job<W> job() {
    Job<W> known = job;
    if (known == null) {
      throw new IllegalStateException("the end of this job was told");
    }
    return known;
  }

  /** Tells that it is over. */
  public void completed() {
    job = null;
    ticket.completed();
  }

  /**
   * Tells that it was over some nanoseconds ago, and that the end of another one will be told by
   * the same thread.
   */
  void completedBeforeNext(long nanosAgo) {
    job = null;
    ticket.completedBeforeNext(nanosAgo);
  }

  /**
   * Tells that it failed or was not started.
   *
   * @param cause why
   */
  public void failed(Throwable cause) {
    job = null;
    ticket.failed(cause);
  }
}
