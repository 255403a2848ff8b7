package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.scheduling.Step;

/**
 * Lanes that are threads of the host, together with what has to be closed with them.
 *
 * @param lanes the lanes
 * @param atEnd called when no more jobs follow
 */
record ClosingLanes(HostLanes<Step> lanes, Runnable atEnd) implements LaneBackend<Step> {
  @Override
  public void start(Job<Step> job) {
    lanes.start(job);
  }

  @Override
  public void expect() {
    lanes.expect();
  }

  @Override
  public void cancel(Throwable cause) {
    lanes.cancel(cause);
  }

  @Override
  public void close() {
    lanes.close();
    atEnd.run();
  }
}
