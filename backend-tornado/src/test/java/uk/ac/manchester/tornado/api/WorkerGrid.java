package uk.ac.manchester.tornado.api;

/** The sizes of a grid. */
public interface WorkerGrid {
  long[] getGlobalWork();

  void setGlobalWork(long x, long y, long z);

  void setLocalWork(long x, long y, long z);
}
