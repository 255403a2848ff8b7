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
 * @param source what it was prepared from, which the host runs where the device refuses
 * @param launch its arguments, and all its iterations
 * @param loops which of the nested loops each axis of the task's iterations is; empty if the device
 *     runs all iterations whatever the task says
 */
public record KernelWork(
    PreparedKernel kernel, RangeKernel source, Launch launch, List<Integer> loops) implements Work {
  /** Copies the list. */
  public KernelWork {
    loops = List.copyOf(loops);
  }

  /**
   * One execution of a kernel, which several devices may share: each runs the iterations of its
   * instruction's chunk only.
   *
   * @param device who has prepared the kernel
   * @param loops which of the nested loops, from 0 for the outermost, each axis of the task's
   *     iterations is; iterations are counted from 0 on each axis. Empty if the device is to run
   *     all
   * @return the work; empty if it can only be launched at once, since the device does not take it
   *     or an array does not fit. Who divides a loop knows how large the parts are
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

  /** Arrays of arrays are up to who makes their buffers: adding rows up each time takes long. */
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
   * The launch of a part of the iterations.
   *
   * @param chunk the part, on the task's axes
   */
  public Launch launch(Box chunk) {
    return IterationChunk.of(launch, loops, chunk);
  }
}
