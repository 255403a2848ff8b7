package dev.slipstream.runtime.execution;

/** Runs nothing: what is started has ended. */
class EndsAtOnce implements LaneBackend<TestWork> {
  @Override
  public void start(Job<TestWork> job) {
    job.completed();
  }

  @Override
  public void cancel(Throwable cause) {
    // No job is ever under way.
  }

  @Override
  public void close() {
    // It holds nothing.
  }
}
