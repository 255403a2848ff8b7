package dev.slipstream.runtime.device;

/**
 * What a launch cost.
 *
 * @param kernelNanos time in the kernel, in nanoseconds, from the device's own profiled events
 *     where it has them
 * @param deviceLaunches number of kernel launches that the device's driver was given; 0 where there
 *     is no driver (the CPU device)
 * @param bytesIn bytes copied to the device
 * @param bytesOut bytes copied back
 */
public record LaunchResult(long kernelNanos, int deviceLaunches, long bytesIn, long bytesOut) {}
