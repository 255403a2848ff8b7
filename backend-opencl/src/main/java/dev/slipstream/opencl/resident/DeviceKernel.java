package dev.slipstream.opencl.resident;

import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.runtime.kernel.RangeKernel;

/**
 * A kernel that a device has built, and what it was built from.
 *
 * @param built what the device runs
 * @param source what the host runs where the device refuses
 */
public record DeviceKernel(BuiltKernel built, RangeKernel source) {}
