package dev.slipstream.runtime.execution;

import dev.slipstream.runtime.configuration.Log;
import java.util.Optional;

/** Gives up a sink that throws: what is only for looking on must not end the program. */
public final class GuardedSink implements TraceSink {
  private final TraceSink sink;
  private final Log log;
  private boolean broken;

  public GuardedSink(TraceSink sink, Log log) {
    this.sink = sink;
    this.log = log;
  }

  @Override
  public boolean isOn() {
    return sink.isOn();
  }

  @Override
  public void submitted(Job<?> job, long nanos) {
    tell(() -> sink.submitted(job, nanos));
  }

  @Override
  public void issued(Assignment<?> assignment, long nanos) {
    tell(() -> sink.issued(assignment, nanos));
  }

  @Override
  public void completed(Job<?> job, Optional<Lane> lane, long nanos) {
    tell(() -> sink.completed(job, lane, nanos));
  }

  private void tell(Runnable event) {
    if (broken) {
      return;
    }
    try {
      event.run();
    } catch (RuntimeException | LinkageError failure) {
      broken = true;
      log.warn(
          "the trace sink "
              + sink.getClass().getName()
              + " has failed and hears nothing more: "
              + failure);
      log.debug(() -> "a trace sink has failed", failure);
    }
  }
}
