package uk.ac.manchester.tornado.api;

/** A grid of 1 axes. */
public class WorkerGrid1D extends AbstractWorkerGrid {
  public WorkerGrid1D(int x) {
    setGlobalWork(x, 1, 1);
  }
}
