package dev.slipstream.opencl.resident;

import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.scheduling.Work;

/**
 * A kernel with the arguments of one execution.
 *
 * @param kernel the kernel, built for the device that runs it
 * @param launch its arguments, and all its iterations
 */
public record ResidentKernel(DeviceKernel kernel, Launch launch) implements Work {}
