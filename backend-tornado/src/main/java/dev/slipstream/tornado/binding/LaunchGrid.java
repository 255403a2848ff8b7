package dev.slipstream.tornado.binding;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.Arrays;

/**
 * A grid that covers all iterations; its first axis is the innermost loop.
 *
 * @param global its size on three axes, multiples of the local ones
 * @param local the size of a work group
 */
public record LaunchGrid(long[] global, long[] local) {
  private static final long[][] GROUPS = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};

  /**
   * The largest count of iterations that can be rounded up to a multiple of a work group within an
   * int.
   */
  public static final int MOST = Integer.MAX_VALUE - 1024;

  /** Whether two grids have the same sizes. */
  public boolean isSame(LaunchGrid other) {
    return Arrays.equals(global, other.global) && Arrays.equals(local, other.local);
  }

  /** Returns the grid for all iterations of a space, with at least one thread. */
  public static LaunchGrid over(IterationSpace space) {
    int dimensions = space.dimensions();
    long[] local = GROUPS[dimensions - 1].clone();
    long[] global = {1, 1, 1};
    for (int axis = 0; axis < dimensions; axis++) {
      long count = Math.max(1, space.count(dimensions - 1 - axis));
      while (local[axis] > 1 && local[axis] / 2 >= count) {
        local[axis] /= 2;
      }
      global[axis] = (count + local[axis] - 1) / local[axis] * local[axis];
    }
    return new LaunchGrid(global, local);
  }
}
