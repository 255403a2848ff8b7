package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.runtime.device.DeviceException;
import java.util.List;

/**
 * The commands of a launch. A plan is kept as long as the kernel that it runs, to which it does not
 * refer.
 *
 * @param counts the number of iterations in each dimension, innermost first
 * @param shape the extents of a work-group
 * @param tiles the work items that each command runs
 */
record CommandPlan(long[] counts, long[] shape, List<NdRange.Tile> tiles) {

  /**
   * Divides iterations into commands.
   *
   * @param scratch the private arrays of a work item
   * @throws DeviceException if the device lacks memory for these
   */
  static CommandPlan of(
      DeviceFacts device, BuiltKernel kernel, IterationSpace space, List<ScratchBuffer> scratch)
      throws DeviceException {
    long[] counts = NdRange.counts(space);
    long[] shape = WorkGroupShape.choose(counts, device, kernel.maxWorkGroup());
    List<NdRange.Tile> tiles = NdRange.tiles(counts, shape, NdRange.MOST_GROUPS);
    if (!scratch.isEmpty()) {
      long mostItems = ScratchBuffer.mostItems(device, scratch, space.iterations());
      tiles = NdRange.smallTiles(tiles, shape, mostItems);
    }
    return new CommandPlan(counts, shape, tiles);
  }

  /** Whether this plan is for these iterations; only if it was made without scratch arrays. */
  boolean covers(IterationSpace space) {
    int dimensions = space.dimensions();
    if (counts.length != dimensions) {
      return false;
    }
    for (int d = 0; d < dimensions; d++) {
      if (counts[d] != space.count(dimensions - 1 - d)) {
        return false;
      }
    }
    return true;
  }

  /** The number of work items of the largest command. */
  long mostItems() {
    long most = 0;
    for (NdRange.Tile tile : tiles) {
      most = Math.max(most, tile.items());
    }
    return most;
  }
}
