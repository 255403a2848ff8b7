package dev.slipstream.model.kernel;

import dev.slipstream.model.region.Box;
import java.util.List;

/** A part of the iterations of a launch. */
public final class IterationChunk {
  private IterationChunk() {}

  /**
   * The launch of a part of the iterations.
   *
   * @param launch all of them
   * @param loops which of the nested loops each axis of the part is; empty for all iterations,
   *     whatever the part is
   * @param part counted from 0 on each axis
   */
  public static Launch of(Launch launch, List<Integer> loops, Box part) {
    if (loops.isEmpty()) {
      return launch;
    }
    IterationSpace space = launch.space();
    int[] starts = new int[loops.size()];
    int[] steps = new int[loops.size()];
    int[] counts = new int[loops.size()];
    for (int axis = 0; axis < starts.length; axis++) {
      int loop = loops.get(axis);
      int from = Math.toIntExact(part.min(axis));
      starts[loop] = space.value(loop, from);
      steps[loop] = space.step(loop);
      counts[loop] = Math.toIntExact(part.max(axis)) - from;
    }
    return launch.over(new IterationSpace(starts, steps, counts));
  }
}
