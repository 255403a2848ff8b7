package dev.slipstream.tornado.binding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A graph of some tasks, in a plan of its own on one device. Used by one thread at a time. */
final class GraphPlan {
  /** TornadoVM keeps something for each run until the plan is asked to go on with another one. */
  private static final int MOST_RUNS = 1000;

  private final TornadoApi api;
  private final Object graph;
  private final Object root;
  private final Object scheduler;
  private final List<Object> grids;
  private Object ready;
  private int runs;
  private @Nullable Object result;

  /**
   * @param graph the graph, which is complete
   * @param root the plan as it was made
   * @param scheduler has the grids
   * @param grids those of the tasks, in their order
   */
  GraphPlan(TornadoApi api, Object graph, Object root, Object scheduler, List<Object> grids)
      throws TornadoException {
    this.api = api;
    this.graph = graph;
    this.root = root;
    this.scheduler = scheduler;
    this.grids = List.copyOf(grids);
    this.ready = api.scheduled(root, scheduler);
  }

  Object graph() {
    return graph;
  }

  /** Lets it record its first run. Before that. */
  void record() throws TornadoException {
    api.record(root);
  }

  /** Runs all tasks, each with a grid. */
  void run(List<LaunchGrid> sizes) throws TornadoException {
    if (++runs > MOST_RUNS) {
      runs = 1;
      ready = api.scheduled(root, scheduler);
    }
    result = result == null ? api.runFirst(ready, grids, sizes) : api.run(ready, grids, sizes);
  }

  /**
   * What TornadoVM has returned from the last run.
   *
   * @throws TornadoException if there was none
   */
  Object result() throws TornadoException {
    Object last = result;
    if (last == null) {
      throw new TornadoException("nothing has run yet");
    }
    return last;
  }

  void release() throws TornadoException {
    api.release(root);
  }
}
