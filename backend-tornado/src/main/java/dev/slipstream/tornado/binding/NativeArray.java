package dev.slipstream.tornado.binding;

import java.nio.ByteBuffer;

/**
 * An array outside the heap, as TornadoVM copies it to devices.
 *
 * @param handle TornadoVM's own object
 * @param bytes its elements in the machine's byte order; the position stays 0
 * @param headerBytes the size of the header that TornadoVM copies before them
 */
public record NativeArray(Object handle, ByteBuffer bytes, int headerBytes) {}
