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

  /** Some of them, with numbers from the first one on. */
  ArrayPart piece(long first, long end) {
    return new ArrayPart(layout, first, end, buffer, missing, before);
  }

  /** Where they start in the buffer. */
  public long offset() {
    return layout.type().bytes(from) - missing;
  }

  /** How many bytes they take. */
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
