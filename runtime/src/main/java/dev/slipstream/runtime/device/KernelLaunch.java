package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.Launch;
import java.util.List;

/**
 * A kernel on arrays that are on its device.
 *
 * @param kernel prepared by the device
 * @param launch the iterations and scalars; of arrays, only that they are some
 * @param arrays the arrays, by the kernel's parameters; of other parameters, and of scratch arrays,
 *     what nobody looks at
 * @param shared whether other devices may run it at the same time
 */
public record KernelLaunch(
    PreparedKernel kernel, Launch launch, List<DeviceArray> arrays, boolean shared) {}
