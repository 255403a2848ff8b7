package dev.slipstream.tornado.binding;

/**
 * How much memory TornadoVM gives on one device.
 *
 * @param bytes all of it
 * @param largestArray the most bytes that the elements of one array can take
 */
public record MemorySize(long bytes, int largestArray) {}
