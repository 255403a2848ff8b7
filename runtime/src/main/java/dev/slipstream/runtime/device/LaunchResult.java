package dev.slipstream.runtime.device;

/**
 * The cost of a launch.
 *
 * @param kernelNanos time in the kernel, in nanoseconds, until the host has noticed its end
 * @param deviceLaunches number of kernel launches that the device's driver was given; 0 if there is
 *     no driver (the CPU device)
 * @param bytesIn bytes copied to the device
 * @param bytesOut bytes copied back
 */
public record LaunchResult(long kernelNanos, int deviceLaunches, long bytesIn, long bytesOut) {}
