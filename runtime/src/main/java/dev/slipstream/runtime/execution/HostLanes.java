package dev.slipstream.runtime.execution;

import java.util.ArrayList;
import java.util.List;

/**
 * Lanes that are threads of the host, each started with its first job and named {@code
 * slipstream-NAME-NUMBER}. When the run fails the threads are interrupted.
 *
 * @param <W> the work that they understand
 */
public final class HostLanes<W> implements LaneBackend<W> {
  private final List<HostLane<W>> lanes = new ArrayList<>();

  /**
   * Creates lanes whose threads are not started yet.
   *
   * @param group the lanes
   * @param work runs their jobs
   */
  public HostLanes(LaneGroup group, HostWork<W> work) {
    for (int i = 0; i < group.lanes(); i++) {
      lanes.add(new HostLane<>("slipstream-" + group.name() + "-" + (i + 1), work));
    }
  }

  @Override
  public void start(Job<W> job) {
    int index = job.lane().isPresent() ? job.lane().get().index() : 0;
    lanes.get(index).add(job);
  }

  @Override
  public void expect() {
    lanes.get(0).expect();
  }

  @Override
  public void cancel(Throwable cause) {
    for (HostLane<W> lane : lanes) {
      lane.cancel(cause);
    }
  }

  @Override
  public void close() {
    for (HostLane<W> lane : lanes) {
      lane.close();
    }
  }
}
