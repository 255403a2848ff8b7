package dev.slipstream.runtime.execution;

/** A backend that runs nothing: each started job has ended. */
class EndsImmediately implements LaneBackend<TestWork> {
  @Override
  public void start(Job<TestWork> job) {
    job.completed();
  }

  @Override
  public void cancel(Throwable cause) {
    // No job is ever running.
  }

  @Override
  public void close() {
    // There is nothing to release.
  }
}
