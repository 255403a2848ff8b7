package dev.slipstream.opencl.memory;

/**
 * A part of an array that travels in one copy.
 *
 * @param use the array
 * @param from the number of the first of its primitives
 * @param count how many primitives; 0 only in {@link PieceSource#END}
 */
record Piece(ArrayUse use, long from, int count) {
  /** Whether this is no piece but {@link PieceSource#END}. */
  boolean isEnd() {
    return count == 0;
  }

  long bytes() {
    return use.type().bytes(count);
  }

  /** Where the piece starts in the device buffer. */
  long deviceOffset() {
    return use.type().bytes(from) - use.missingInFront();
  }
}
