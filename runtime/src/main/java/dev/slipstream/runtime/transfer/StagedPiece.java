package dev.slipstream.runtime.transfer;

import java.nio.ByteBuffer;

/**
 * A part of an array that travels in one copy.
 *
 * @param part the elements that travel
 * @param from the number of the first of its primitives
 * @param count how many primitives
 */
record StagedPiece(ArrayPart part, long from, int count) {
  int bytes() {
    return (int) part.layout().type().bytes(count);
  }

  /** Where the piece starts in the device buffer. */
  long deviceOffset() {
    return part.layout().type().bytes(from) - part.missing();
  }

  void load(ByteBuffer target) {
    part.load(from, count, target);
  }

  void store(ByteBuffer source) {
    part.store(from, count, source);
  }
}
