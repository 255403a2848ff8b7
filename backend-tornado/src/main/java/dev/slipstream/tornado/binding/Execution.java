package dev.slipstream.tornado.binding;

/**
 * One kernel with its arrays on one device. TornadoVM compiles it at the first run. Used by one
 * thread at a time.
 */
public final class Execution implements AutoCloseable {
  private final GraphPlan plan;

  Execution(GraphPlan plan) {
    this.plan = plan;
  }

  /**
   * Copies the inputs to the device, runs the kernel over a grid and copies the outputs back.
   *
   * @param global the size of each of three axes; 1 for those that the kernel does not have
   * @param local the size of a work group in each; the global size is a multiple of it
   * @throws TornadoException if it fails; the outputs may hold anything
   */
  public void run(long[] global, long[] local) throws TornadoException {
    plan.run(global, local);
  }

  /** Gives the device's memory back. */
  @Override
  public void close() throws TornadoException {
    plan.release();
  }
}
