package dev.slipstream.opencl.resident;

import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;

/**
 * A kernel with the arguments of one execution.
 *
 * @param kernel the kernel, built for the device that runs it
 * @param parameters what it takes: scalars and arrays of primitives
 * @param launch its arguments, and all its iterations
 */
public record ResidentKernel(BuiltKernel kernel, List<KernelParameter> parameters, Launch launch)
    implements Work {}
