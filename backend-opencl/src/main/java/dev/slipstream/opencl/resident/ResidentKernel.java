package dev.slipstream.opencl.resident;

import dev.slipstream.model.kernel.IterationChunk;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.region.Box;
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
    return IterationChunk.of(launch, loops, chunk);
  }
}
