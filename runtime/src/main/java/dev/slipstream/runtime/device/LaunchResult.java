package dev.slipstream.runtime.device;

/**
 * What a launch cost.
 *
 * @param kernelNanos time in the kernel, in nanoseconds, until the host has seen its end
 * @param deviceLaunches number of kernel launches that the device's driver was given; 0 where there
 *     is no driver (the CPU device)
 * @param bytesIn bytes copied to the device
 * @param bytesOut bytes copied back
 */
public record LaunchResult(long kernelNanos, int deviceLaunches, long bytesIn, long bytesOut) {}
