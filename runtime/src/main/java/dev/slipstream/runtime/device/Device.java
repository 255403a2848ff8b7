package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.RangeKernel;
import java.util.List;

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
   * Whether it is the host's own processor by way of a driver. Then all cores run loops that nobody
   * wants on it by name, until they have taken so long that the driver may be worth a try.
   */
  default boolean isHostProcessor() {
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
   * Whether arrays stay in its memory between kernels, so that loops can be submitted and run
   * later. Only then has it a {@linkplain #open memory} of its own, and queues.
   */
  default boolean keepsArrays() {
    return false;
  }

  /** How many bytes of its memory may be allocated at a time. */
  default long memoryBytes() {
    return Long.MAX_VALUE;
  }

  /** How many bytes an array has at most that can stay on it. */
  default long largestArrayBytes() {
    return Long.MAX_VALUE;
  }

  /**
   * Opens its memory.
   *
   * @param whenClosed called if the device is closed before: nothing more is begun, and the memory
   *     is closed when nothing uses it
   * @throws DeviceException if it cannot be opened, or there is none
   */
  default DeviceMemory open(Runnable whenClosed) throws DeviceException {
    throw new DeviceException(id() + " has no memory of its own");
  }

  /**
   * Whether loops may be divided evenly between this device and another one: both are as fast, and
   * copies between their memories can be made.
   */
  default boolean sharesWith(Device other) {
    return false;
  }

  /**
   * Whether copies between this device and those that share loops with it are worth being made one
   * by one. Otherwise they go by way of host memory that others can see.
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

  /** From when on it pays to have others share its loops. */
  default SharingCost sharingCost() {
    return SharingCost.USUAL;
  }

  /**
   * How the names of threads begin that a library of the device keeps: they run no code of the
   * program, use none of its arrays, and wait for nobody who waits for the device. Threads of
   * Slipstream need not be named.
   */
  default List<String> threads() {
    return List.of();
  }

  /**
   * Gives the device back. Launches in flight end first, unless that takes longer than the end of a
   * program may be held up: then what they use is left to the end of the process. Calling it twice
   * is harmless.
   */
  @Override
  void close();
}
