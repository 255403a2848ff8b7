package dev.slipstream.runtime.execution;

import dev.slipstream.runtime.configuration.Log;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes the progress of each job to several sinks. A sink that throws is not called any more:
 * observation must not end the program.
 */
public final class TraceSinks implements TraceSink {
  private final List<TraceSink> sinks = new ArrayList<>();
  private final Log log;

  /**
   * @param all the sinks; those that are off are left out
   * @param log receives the failures of sinks
   */
  public TraceSinks(List<TraceSink> all, Log log) {
    this.log = log;
    for (TraceSink sink : all) {
      if (sink.isOn()) {
        sinks.add(sink);
      }
    }
  }

  @Override
  public boolean isOn() {
    return !sinks.isEmpty();
  }

  @Override
  public void submitted(Job<?> job, long nanos) {
    for (int i = sinks.size() - 1; i >= 0; i--) {
      try {
        sinks.get(i).submitted(job, nanos);
      } catch (RuntimeException | LinkageError failure) {
        giveUp(i, failure);
      }
    }
  }

  @Override
  public void issued(Job<?> job, long nanos) {
    for (int i = sinks.size() - 1; i >= 0; i--) {
      try {
        sinks.get(i).issued(job, nanos);
      } catch (RuntimeException | LinkageError failure) {
        giveUp(i, failure);
      }
    }
  }

  @Override
  public void completed(Job<?> job, long nanos) {
    for (int i = sinks.size() - 1; i >= 0; i--) {
      try {
        sinks.get(i).completed(job, nanos);
      } catch (RuntimeException | LinkageError failure) {
        giveUp(i, failure);
      }
    }
  }

  private void giveUp(int place, Throwable failure) {
    TraceSink sink = sinks.remove(place);
    log.warn(
        "the trace sink "
            + sink.getClass().getName()
            + " has failed and receives no more events: "
            + failure);
    log.debug(() -> "a trace sink has failed", failure);
  }
}
