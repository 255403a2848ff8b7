package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.IterationChunk;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.scheduling.OwnLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;

/**
 * A kernel with the arguments of one execution.
 *
 * @param kernel prepared by the device that runs it
 * @param source the kernel that it was prepared from; the host runs it if the device refuses
 * @param launch its arguments, and all its iterations
 * @param loops the index of the nested loop behind each axis of the task's iterations; empty if the
 *     device always runs all iterations
 */
public record KernelWork(
    PreparedKernel kernel, RangeKernel source, Launch launch, List<Integer> loops) implements Work {
  /** Copies the list. */
  public KernelWork {
    loops = List.copyOf(loops);
  }

  /**
   * Creates the work for one execution of a kernel. Several devices may share it: each runs only
   * the iterations of its instruction's chunk.
   *
   * @param device the device that prepared the kernel
   * @param loops the index of the nested loop, 0 for the outermost, behind each axis of the task's
   *     iterations; iterations are counted from 0 on each axis. Empty if the device runs all
   *     iterations; only then are the sizes of the arrays checked, since a division knows how large
   *     the parts are
   * @return the work; empty if it has to be launched immediately, because the device cannot run it
   *     here or an array does not fit
   */
  public static Optional<Work> of(
      Device device,
      PreparedKernel kernel,
      RangeKernel source,
      Launch launch,
      List<Integer> loops) {
    if (device instanceof OwnLanes own) {
      return own.work(kernel, launch, loops);
    }
    boolean fits = !loops.isEmpty() || arraysFit(device, source, launch);
    return fits && kernel.obstacle(launch).isEmpty()
        ? Optional.of(new KernelWork(kernel, source, launch, loops))
        : Optional.empty();
  }

  /**
   * Whether the flat arrays fit. Arrays of arrays are checked when their buffers are created:
   * adding up rows for each launch takes long.
   */
  private static boolean arraysFit(Device device, RangeKernel source, Launch launch) {
    Object[] arguments = launch.arguments();
    for (int p = 0; p < arguments.length; p++) {
      KernelParameter parameter = source.parameters().get(p);
      Object array = arguments[p];
      if (parameter.depth() == 1
          && array != null
          && array.getClass().isArray()
          && (long) Array.getLength(array) * parameter.elementBytes()
              > device.largestArrayBytes()) {
        return false;
      }
    }
    return true;
  }

  /** Whether other devices run other parts of it. */
  boolean isShared() {
    return !loops.isEmpty();
  }

  /**
   * Returns the launch of a part of the iterations.
   *
   * @param chunk the part, on the task's axes
   */
  public Launch launch(Box chunk) {
    return IterationChunk.of(launch, loops, chunk);
  }
}
