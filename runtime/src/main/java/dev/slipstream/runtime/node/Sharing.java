package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.PreparedKernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The information with which several devices share an execution.
 *
 * @param kernel the execution's kernel on other devices
 * @param work an estimate of the bytecode instructions of the whole execution
 * @param divisions the known ways to divide it, the best one first; evaluated only if there are
 *     several devices
 */
public record Sharing(EveryDevice kernel, long work, Supplier<List<Division>> divisions) {
  /** A kernel on all devices where its loop may run. */
  public interface EveryDevice {
    /** The kernel that devices prepare. */
    RangeKernel source();

    /** The devices, in the order in which loops try them. */
    List<Device> devices();

    /**
     * Prepares the kernel, on the first call. Never throws.
     *
     * @param device one of {@link #devices}, or the host's cores
     * @return empty if the device cannot run it
     */
    Optional<PreparedKernel> on(Device device);

    /**
     * Prepares the kernel for the calling thread, on the first call. Never throws.
     *
     * @return empty if that is not possible
     */
    Optional<HostKernel> onHost();

    /**
     * Prepares the kernel for arrays in the heap, for any device or the host. Never throws.
     *
     * @return the ways to run it, the best first; may be empty
     */
    List<HostKernel> immediate();
  }
}
