package uk.ac.manchester.tornado.api;

/** A grid of 2 axes. */
public class WorkerGrid2D extends AbstractWorkerGrid {
  public WorkerGrid2D(int x, int y) {
    setGlobalWork(x, y, 1);
  }
}
