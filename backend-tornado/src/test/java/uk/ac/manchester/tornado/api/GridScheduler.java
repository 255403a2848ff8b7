package uk.ac.manchester.tornado.api;

/** The grid of one task. */
public class GridScheduler {
  final String task;
  final WorkerGrid grid;

  public GridScheduler(String task, WorkerGrid grid) {
    this.task = task;
    this.grid = grid;
  }
}
