package dev.slipstream.tornado.binding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An array outside the heap, as TornadoVM copies it to devices.
 *
 * @param handle TornadoVM's own object
 * @param bytes its elements in the machine's byte order; the position stays 0
 * @param whole what TornadoVM copies to a device: a header, and then the elements
 */
public record NativeArray(Object handle, ByteBuffer bytes, ByteBuffer whole) {
  /** How many bytes the header has. */
  public int headerBytes() {
    return whole.capacity() - bytes.capacity();
  }

  /** What is copied from some byte before the elements on, in the machine's byte order. */
  public ByteBuffer from(int before) {
    int at = headerBytes() - before;
    return whole.slice(at, whole.capacity() - at).order(ByteOrder.nativeOrder());
  }
}
