package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.RangeKernel;
import java.util.List;

/** A device that runs kernels. All methods may be called from any thread, also at the same time. */
public interface Device extends AutoCloseable {

  /** The name by which users pick it, {@code cpu} or {@code opencl:0}. */
  String id();

  /** Its description for the report: {@code NVIDIA H200}, {@code 16 cores}. */
  String description();

  /**
   * Whether kernels work directly on the host's arrays, so that a launch copies nothing. This
   * affects the estimated cost of a launch.
   */
  default boolean sharesHostMemory() {
    return false;
  }

  /**
   * Whether it is the host's own processor, through a driver. If the user has not named it, the CPU
   * device runs loops instead, until they have taken so long that the driver may be worth a try.
   */
  default boolean isHostProcessor() {
    return false;
  }

  /**
   * Whether it supports fewer kernels than other devices. Loops try it first and use the others if
   * it refuses, even if the user has named it.
   */
  default boolean leavesLoopsToOthers() {
    return false;
  }

  /**
   * Whether it is used only if the user names it, because some kernels are known to have other
   * results on it.
   */
  default boolean onlyWhenNamed() {
    return false;
  }

  /**
   * Prepares a kernel: loads or compiles it.
   *
   * @throws DeviceException if this device cannot run the kernel; the message says why
   */
  PreparedKernel prepare(RangeKernel kernel) throws DeviceException;

  /**
   * Whether arrays stay in its memory between kernels, so that loops can be submitted and run
   * later. Only such a device has its own {@linkplain #open memory} and queues.
   */
  default boolean keepsArrays() {
    return false;
  }

  /**
   * The first kernel follows soon: does beforehand what it would wait for. Any thread may call
   * this.
   *
   * @throws DeviceException if the device cannot be used now; the first kernel will say so, too
   */
  default void expectKernels() throws DeviceException {
    // Most devices are ready once they are found.
  }

  /** How many bytes of its memory may be allocated at the same time. */
  default long memoryBytes() {
    return Long.MAX_VALUE;
  }

  /** The size in bytes of the largest array that can stay on it. */
  default long largestArrayBytes() {
    return Long.MAX_VALUE;
  }

  /**
   * Opens its memory.
   *
   * @param whenClosed called if the device is closed first: nothing new is started, and the memory
   *     is closed when it is unused
   * @throws DeviceException if it cannot be opened, or the device has none
   */
  default DeviceMemory open(Runnable whenClosed) throws DeviceException {
    throw new DeviceException(id() + " has no memory of its own");
  }

  /**
   * Whether loops may be divided evenly between this device and another one: both are equally fast,
   * and their memories can be copied to each other.
   */
  default boolean sharesWith(Device other) {
    return false;
  }

  /**
   * Whether individual copies between this device and those that share loops with it are
   * worthwhile. Otherwise they are copied through shared host memory.
   */
  default boolean copiesToPeers() {
    return true;
  }

  /**
   * Whether loops may be divided between this device and the host's cores, which work directly on
   * the program's arrays: both must compute the same bits.
   */
  default boolean sharesWithHost() {
    return false;
  }

  /** The cost of sharing its loops, which decides from which size on it pays. */
  default SharingCost sharingCost() {
    return SharingCost.USUAL;
  }

  /**
   * The prefixes of the names of threads that a library of the device keeps. Such threads run no
   * code of the program, use none of its arrays, and never wait for a thread that waits for the
   * device. Slipstream's own threads need not be included.
   */
  default List<String> threads() {
    return List.of();
  }

  /**
   * Closes the device. Running launches end first, unless that would delay the end of a program for
   * too long: then their resources are released when the process ends. Calling it twice is
   * harmless.
   */
  @Override
  void close();
}
