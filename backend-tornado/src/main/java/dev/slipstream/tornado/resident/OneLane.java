package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.execution.Assignment;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Ticket;
import dev.slipstream.runtime.scheduling.Step;

/** One thread that does all that a device is asked for, since TornadoVM waits for each run. */
final class OneLane implements LaneBackend<Step> {
  private final HostLanes<Step> lane;
  private final Runnable atEnd;

  /**
   * @param atEnd called when nothing more comes
   */
  OneLane(LaneGroup group, HostWork<Step> work, Runnable atEnd) {
    this.lane = new HostLanes<>(group, work);
    this.atEnd = atEnd;
  }

  @Override
  public void start(Assignment<Step> assignment, Ticket ticket) {
    lane.start(assignment, ticket);
  }

  @Override
  public void expect() {
    lane.expect();
  }

  @Override
  public void cancel(Throwable cause) {
    lane.cancel(cause);
  }

  @Override
  public void close() {
    lane.close();
    atEnd.run();
  }
}
