package uk.ac.manchester.tornado.api;

/** The sizes of a grid; the global ones must be multiples of the local ones. */
abstract class AbstractWorkerGrid implements WorkerGrid {
  private long[] global = {1, 1, 1};

  @Override
  public long[] getGlobalWork() {
    return global;
  }

  @Override
  public void setGlobalWork(long x, long y, long z) {
    global = new long[] {x, y, z};
  }

  @Override
  public void setLocalWork(long x, long y, long z) {
    if (global[0] % x != 0 || global[1] % y != 0 || global[2] % z != 0) {
      throw new IllegalArgumentException("work groups do not fill the grid");
    }
  }
}
