package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.task.LoopTask;

/**
 * Chooses the device for a chunk that cannot be divided. It decides for one node alone, and must be
 * a pure function.
 */
@FunctionalInterface
public interface SchedulingPolicy {
  /** Always chooses the first device, so that data need not move. */
  SchedulingPolicy FIRST_DEVICE = (task, chunk, devices) -> 0;

  /**
   * Chooses a device.
   *
   * @param task the loop
   * @param chunk the iterations that this node runs
   * @param devices the number of devices of the node
   * @return the index of the device, from 0 to the number of devices - 1
   */
  int device(LoopTask task, Box chunk, int devices);
}
