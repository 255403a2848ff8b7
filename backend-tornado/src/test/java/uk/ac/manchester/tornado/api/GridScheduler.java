package uk.ac.manchester.tornado.api;

import java.util.HashMap;
import java.util.Map;

/** The grids of tasks. */
public class GridScheduler {
  final Map<String, WorkerGrid> grids = new HashMap<>();

  public void addWorkerGrid(String task, WorkerGrid grid) {
    grids.put(task, grid);
  }
}
