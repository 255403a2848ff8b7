package dev.slipstream.runtime.device;

import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.Optional;

/**
 * A device on which arrays stay between kernels, so that loops can be submitted and run later. All
 * methods may be called from any thread.
 */
public interface ResidentDevice {

  /** How many bytes of its memory may be allocated at a time. */
  long memoryBytes();

  /**
   * Makes the lanes that allocate, copy and compute on it.
   *
   * @throws DeviceException if the device cannot be opened
   */
  StepLanes lanes() throws DeviceException;

  /**
   * One execution of a kernel as these lanes understand it.
   *
   * @param kernel a kernel that this device has prepared
   * @param launch its arguments, and all its iterations
   * @return the work; empty if it can only be launched at once, since its arrays have a form that
   *     cannot stay on the device
   */
  Optional<Work> work(PreparedKernel kernel, Launch launch);
}
