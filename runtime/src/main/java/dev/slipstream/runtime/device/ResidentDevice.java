package dev.slipstream.runtime.device;

import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.Optional;

/**
 * A device on which arrays stay between kernels, so that loops can be submitted and run later. All
 * methods may be called from any thread.
 *
 * <p>An array of primitives is a buffer with its elements. An array of arrays, {@code T[][]} or
 * {@code T[][][]}, rectangular or ragged, is one buffer in one dimension with an element for each
 * element of its outermost array, so that copies are of whole rows or planes; a null row holds
 * nothing. From its first allocation to its last free it must keep its rows: whoever puts another
 * row into it brings the buffer home and forgets it first. No row of it may be a row twice, nor a
 * buffer by itself, while anything is written. The device holds the rows, so that they get what was
 * computed even if the outer array is gone when they are brought home.
 */
public interface ResidentDevice {

  /** How many bytes of its memory may be allocated at a time. */
  long memoryBytes();

  /** How many bytes an array has at most that can stay on it. */
  long largestArrayBytes();

  /**
   * Makes the lanes that allocate, copy and compute on it, without anybody who hears of kernels
   * that the host runs instead.
   *
   * @throws DeviceException if the device cannot be opened
   */
  default StepLanes lanes() throws DeviceException {
    return lanes((loop, device, reason) -> {});
  }

  /**
   * Makes the lanes that allocate, copy and compute on it. A kernel that the device refuses to
   * start runs on the host at its place, with the arrays as they are on the device, and the next
   * ones on the device again.
   *
   * @param fallback hears of each such kernel
   * @throws DeviceException if the device cannot be opened
   */
  StepLanes lanes(KernelFallback fallback) throws DeviceException;

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
