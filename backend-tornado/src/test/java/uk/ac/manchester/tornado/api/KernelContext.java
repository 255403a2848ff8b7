package uk.ac.manchester.tornado.api;

/** A place in the grid; one thread at a time. */
public class KernelContext {
  public Integer globalIdx = 0;
  public Integer globalIdy = 0;
  public Integer globalIdz = 0;
}
