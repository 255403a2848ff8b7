package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.memory.MemoryStore;
import java.util.List;
import java.util.Optional;

/** A device that executes instructions in its own way. */
public interface OwnLanes {
  /**
   * Makes the lanes that allocate, copy and compute on it. A kernel that the device refuses to
   * start runs on the host at its place, with the arrays as they are on the device, and the next
   * ones on the device again.
   *
   * @param fallback hears of each such kernel
   * @param store gives host memory, if this is the only device of its node
   * @throws DeviceException if the device cannot be opened
   */
  DeviceLanes lanes(KernelFallback fallback, MemoryStore store) throws DeviceException;

  /**
   * One execution of a kernel, which several devices may share.
   *
   * @param kernel a kernel that this device has prepared
   * @param launch its arguments, and all its iterations
   * @param loops which of the nested loops each axis of the task's iterations is; empty if the
   *     device is to run all
   * @return the work; empty if it can only be launched at once
   */
  Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops);
}
