package dev.slipstream.runtime.execution;

import java.util.Optional;

/** Tells two sinks of each job. */
record TwoSinks(TraceSink first, TraceSink second) implements TraceSink {
  @Override
  public void submitted(Job<?> job, long nanos) {
    first.submitted(job, nanos);
    second.submitted(job, nanos);
  }

  @Override
  public void issued(Assignment<?> assignment, long nanos) {
    first.issued(assignment, nanos);
    second.issued(assignment, nanos);
  }

  @Override
  public void completed(Job<?> job, Optional<Lane> lane, long nanos) {
    first.completed(job, lane, nanos);
    second.completed(job, lane, nanos);
  }
}
