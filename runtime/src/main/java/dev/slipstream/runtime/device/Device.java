package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.RangeKernel;
import java.util.Optional;

/**
 * Something that runs kernels. All methods may be called from any thread, also at the same time.
 */
public interface Device extends AutoCloseable {

  /** The name by which users pick it, {@code cpu} or {@code opencl:0}. */
  String id();

  /** What it is, for the report: {@code NVIDIA H200}, {@code 16 cores}. */
  String description();

  /**
   * Whether kernels work on the host's arrays themselves, so that a launch copies nothing. Counts
   * when the cost of a launch is weighed.
   */
  default boolean sharesHostMemory() {
    return false;
  }

  /**
   * Whether it runs less than other devices do, so that loops try it before them, and go to them if
   * it refuses, also where the user has named it.
   */
  default boolean leavesLoopsToOthers() {
    return false;
  }

  /**
   * Whether it is used only where the user names it, since kernels are known whose results on it
   * differ.
   */
  default boolean onlyWhenNamed() {
    return false;
  }

  /**
   * Makes a kernel ready to run: loads or compiles it.
   *
   * @throws DeviceException if this device cannot run the kernel; the message says why
   */
  PreparedKernel prepare(RangeKernel kernel) throws DeviceException;

  /**
   * This device as one on which arrays stay between kernels.
   *
   * @return empty if each launch copies its arrays, or works on the host's
   */
  default Optional<ResidentDevice> resident() {
    return Optional.empty();
  }

  /**
   * Gives the device back. Launches in flight end first, unless that takes longer than the end of a
   * program may be held up: then what they use is left to the end of the process. Calling it twice
   * is harmless.
   */
  @Override
  void close();
}
