package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceBuffer;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Primitives that travel between an array and a buffer of a device.
 *
 * @param layout how the array lies in memory
 * @param from the number of the first one
 * @param to one past the last
 * @param buffer the buffer
 * @param missing how many bytes of the array are missing in front of what the buffer begins with
 * @param before keeps what comes to the device, of which only what has changed is stored later
 */
public record ArrayPart(
    ArrayLayout layout,
    long from,
    long to,
    DeviceBuffer buffer,
    long missing,
    Optional<ElementsBefore> before) {
  /**
   * Elements of the outermost array.
   *
   * @param from the first
   * @param to one past the last
   */
  public static ArrayPart of(
      ArrayLayout layout, int from, int to, DeviceBuffer buffer, long missing) {
    return new ArrayPart(
        layout, layout.start(from), layout.start(to), buffer, missing, Optional.empty());
  }

  void load(long first, int count, ByteBuffer target) {
    int at = target.position();
    layout.load(first, count, target);
    if (before.isPresent()) {
      before.get().keep(first, count, target.position(at));
    }
  }

  void store(long first, int count, ByteBuffer source) {
    if (before.isPresent()) {
      before.get().storeChanged(layout, first, count, source);
    } else {
      layout.store(first, count, source);
    }
  }
}
