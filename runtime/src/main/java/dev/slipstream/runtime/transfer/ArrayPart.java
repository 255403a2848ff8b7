package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceBuffer;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Primitives that are copied between an array and a buffer of a device.
 *
 * @param layout the layout of the array
 * @param from the number of the first one
 * @param to one past the last
 * @param buffer the buffer
 * @param missing how many bytes of the array precede the first byte of the buffer
 * @param before keeps the elements that are copied to the device, so that only changed ones are
 *     stored later
 */
public record ArrayPart(
    ArrayLayout layout,
    long from,
    long to,
    DeviceBuffer buffer,
    long missing,
    Optional<ElementsBefore> before) {
  /**
   * Creates a part from elements of the outermost array.
   *
   * @param from the first
   * @param to one past the last
   */
  public static ArrayPart of(
      ArrayLayout layout, int from, int to, DeviceBuffer buffer, long missing) {
    return new ArrayPart(
        layout, layout.start(from), layout.start(to), buffer, missing, Optional.empty());
  }

  /** Returns some of them, with numbers from the first one on. */
  ArrayPart piece(long first, long end) {
    return new ArrayPart(layout, first, end, buffer, missing, before);
  }

  /** The position of the first in the buffer, in bytes. */
  public long offset() {
    return layout.type().bytes(from) - missing;
  }

  /** The size in bytes. */
  long bytes() {
    return layout.type().bytes(to - from);
  }

  void load(ByteBuffer target) {
    int at = target.position();
    int count = (int) (to - from);
    layout.load(from, count, target);
    if (before.isPresent()) {
      before.get().keep(from, count, target.position(at));
    }
  }

  void store(ByteBuffer source) {
    int count = (int) (to - from);
    if (before.isPresent()) {
      before.get().storeChanged(layout, from, count, source);
    } else {
      layout.store(from, count, source);
    }
  }
}
