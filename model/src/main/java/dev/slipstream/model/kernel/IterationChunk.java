package dev.slipstream.model.kernel;

import dev.slipstream.model.region.Box;
import java.util.List;

/** Cuts a part of the iterations out of a launch. */
public final class IterationChunk {
  private IterationChunk() {}

  /**
   * The launch of a part of the iterations.
   *
   * @param launch the launch of all iterations
   * @param loops for each axis of the part the number of the nested loop; empty to launch all
   *     iterations regardless of the part
   * @param part the part, counted from 0 on each axis
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
