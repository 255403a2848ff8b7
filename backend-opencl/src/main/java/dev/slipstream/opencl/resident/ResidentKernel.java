package dev.slipstream.opencl.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;

/**
 * A kernel with the arguments of one execution.
 *
 * @param kernel the kernel, built for the device that runs it
 * @param launch its arguments, and all its iterations
 * @param loops which of the nested loops each axis of the task's iterations is; empty if the device
 *     runs all iterations whatever the task says
 */
public record ResidentKernel(DeviceKernel kernel, Launch launch, List<Integer> loops)
    implements Work {
  /** Copies the list. */
  public ResidentKernel {
    loops = List.copyOf(loops);
  }

  /**
   * The launch of a part of the iterations.
   *
   * @param chunk the part, on the task's axes
   */
  Launch launch(Box chunk) {
    if (loops.isEmpty()) {
      return launch;
    }
    IterationSpace space = launch.space();
    int[] starts = new int[loops.size()];
    int[] steps = new int[loops.size()];
    int[] counts = new int[loops.size()];
    for (int axis = 0; axis < starts.length; axis++) {
      int loop = loops.get(axis);
      int from = Math.toIntExact(chunk.min(axis));
      starts[loop] = space.value(loop, from);
      steps[loop] = space.step(loop);
      counts[loop] = Math.toIntExact(chunk.max(axis)) - from;
    }
    return launch.over(new IterationSpace(starts, steps, counts));
  }
}
