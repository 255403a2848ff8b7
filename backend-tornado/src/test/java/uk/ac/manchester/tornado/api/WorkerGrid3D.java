package uk.ac.manchester.tornado.api;

/** A grid of 3 axes. */
public class WorkerGrid3D extends AbstractWorkerGrid {
  public WorkerGrid3D(int x, int y, int z) {
    setGlobalWork(x, y, z);
  }
}
