package dev.slipstream.runtime.execution;

/**
 * Runs jobs on the executor thread, while everything else waits; for jobs that take microseconds,
 * such as horizons.
 *
 * @param <W> the work that it understands
 */
public final class InlineWork<W> implements LaneBackend<W> {
  private final HostWork<W> work;

  /**
   * Creates it.
   *
   * @param work runs the jobs
   */
  public InlineWork(HostWork<W> work) {
    this.work = work;
  }

  @Override
  public void start(Job<W> job) throws Exception {
    work.run(job);
    job.completed();
  }

  @Override
  public void cancel(Throwable cause) {
    // A job here is over before another one starts.
  }

  @Override
  public void close() {
    // There is nothing to release.
  }
}
