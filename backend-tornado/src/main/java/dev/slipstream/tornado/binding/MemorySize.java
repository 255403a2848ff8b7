package dev.slipstream.tornado.binding;

/**
 * The memory that TornadoVM provides on one device.
 *
 * @param bytes its size
 * @param largestArray the largest size of one array's elements, in bytes
 */
public record MemorySize(long bytes, int largestArray) {}
