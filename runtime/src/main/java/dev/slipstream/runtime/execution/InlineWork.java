package dev.slipstream.runtime.execution;

/**
 * Runs jobs on the executor thread, where everything else waits for them: for what takes
 * microseconds, such as horizons.
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
    // No job is ever under way here when another one is looked at.
  }

  @Override
  public void close() {
    // It holds nothing.
  }
}
