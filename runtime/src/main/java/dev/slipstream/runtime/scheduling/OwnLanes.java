package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.memory.MemoryStore;
import java.util.List;
import java.util.Optional;

/** A device that provides its own lanes. */
public interface OwnLanes {
  /**
   * Creates the lanes that allocate, copy and compute on it. The host runs a kernel that the device
   * refuses to start at its place in the order, on the arrays as they are on the device. Later
   * kernels run on the device again.
   *
   * @param fallback is notified of each such kernel
   * @param store allocates host memory, if this is the only device of its node
   * @throws DeviceException if the device cannot be opened
   */
  DeviceLanes lanes(KernelFallback fallback, MemoryStore store) throws DeviceException;

  /**
   * Creates the work for one execution of a kernel, which several devices may share.
   *
   * @param kernel a kernel that this device has prepared
   * @param launch its arguments, and all its iterations
   * @param loops the index of the nested loop behind each axis of the task's iterations; empty if
   *     the device runs all
   * @return the work; empty if it has to be launched immediately
   */
  Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops);
}
