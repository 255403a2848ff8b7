package dev.slipstream.opencl.memory;

import dev.slipstream.opencl.driver.ClException;

/** Called before results are stored to host arrays, from any copying thread, maybe often. */
@FunctionalInterface
public interface BeforeStore {
  /**
   * Returns once results may be stored.
   *
   * @throws ClException if there are no valid results
   */
  void run() throws ClException;
}
