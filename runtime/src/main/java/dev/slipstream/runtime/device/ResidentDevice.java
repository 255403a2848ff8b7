package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Optional;

/**
 * A device on which arrays stay between kernels, so that loops can be submitted and run later. All
 * methods may be called from any thread.
 *
 * <p>An array of primitives is a buffer with its elements. An array of arrays, {@code T[][]} or
 * {@code T[][][]}, rectangular or ragged, is one buffer in one dimension with an element for each
 * element of its outermost array, so that copies are of whole rows or planes; a null row holds
 * nothing. From its first allocation to its last free the array that the lanes see must keep its
 * rows, or be replaced by one with the same rows: it is best a copy of the outer array that nobody
 * else knows. No row of it may be a row twice, nor a buffer by itself, while anything is written.
 * Devices hold neither the array nor its rows; whoever wants to have the rows brought home keeps
 * the array.
 */
public interface ResidentDevice {

  /** How many bytes of its memory may be allocated at a time. */
  long memoryBytes();

  /** How many bytes an array has at most that can stay on it. */
  long largestArrayBytes();

  /**
   * Makes the lanes that allocate, copy and compute on it, without anybody who hears of kernels
   * that the host runs instead, and with the usual host memory.
   *
   * @throws DeviceException if the device cannot be opened
   */
  default DeviceLanes lanes() throws DeviceException {
    return lanes((loop, device, reason) -> {});
  }

  /**
   * The same with somebody who hears of such kernels.
   *
   * @throws DeviceException if the device cannot be opened
   */
  default DeviceLanes lanes(KernelFallback fallback) throws DeviceException {
    return lanes(fallback, new DirectMemory(0));
  }

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
   * One execution of a kernel as these lanes understand it.
   *
   * @param kernel a kernel that this device has prepared
   * @param launch its arguments, and all its iterations
   * @return the work; empty if it can only be launched at once, since its arrays have a form that
   *     cannot stay on the device
   */
  Optional<Work> work(PreparedKernel kernel, Launch launch);

  /**
   * One execution of a kernel that several devices may share: each runs the iterations of its
   * instruction's chunk only.
   *
   * @param kernel a kernel that this device has prepared
   * @param launch its arguments, and all its iterations
   * @param loops which of the nested loops, from 0 for the outermost, each axis of the task's
   *     iterations is; iterations are counted from 0 on each axis
   * @return the work; empty as above
   */
  Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops);

  /**
   * Whether loops may be divided evenly between this device and another one: both are as fast, and
   * copies between their memories can be made.
   */
  default boolean sharesWith(ResidentDevice other) {
    return false;
  }

  /**
   * Whether copies go directly from this device to those that share loops with it. Otherwise they
   * go by way of host memory.
   */
  default boolean copiesToPeers() {
    return true;
  }

  /**
   * Whether loops may be divided between this device and the host's cores, which work on the
   * program's arrays themselves: where both compute the same bits.
   */
  default boolean sharesWithHost() {
    return false;
  }

  /**
   * How the names of threads begin that a library of the device keeps: they run no code of the
   * program, use none of its arrays, and wait for nobody who waits for the device. Threads of
   * Slipstream need not be named.
   */
  default List<String> threads() {
    return List.of();
  }

  /** From when on that pays. */
  default SharingCost sharingCost() {
    return SharingCost.USUAL;
  }
}
