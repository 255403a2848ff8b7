package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.Launch;
import java.util.List;

/**
 * A launch of a kernel on arrays that are on its device.
 *
 * @param kernel prepared by the device
 * @param launch the iterations and scalars; its arrays only show which arguments are arrays
 * @param arrays the arrays, by the kernel's parameters; the elements for other parameters and for
 *     scratch arrays are unused
 * @param shared whether other devices may run it at the same time
 * @param followed whether no thread waits for this kernel before the queue has started more
 */
public record KernelLaunch(
    PreparedKernel kernel,
    Launch launch,
    List<DeviceArray> arrays,
    boolean shared,
    boolean followed) {}
