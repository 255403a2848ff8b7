package dev.slipstream.tornado.binding;

import java.util.List;

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
   * @throws TornadoException if it fails; the outputs may hold anything
   */
  public void run(LaunchGrid grid) throws TornadoException {
    plan.run(List.of(grid));
  }

  /** Gives the device's memory back. */
  @Override
  public void close() throws TornadoException {
    plan.release();
  }
}
