package dev.slipstream.opencl.memory;

/**
 * A part of an array that travels in one copy.
 *
 * @param use the array
 * @param from the first element
 * @param count the number of elements; 0 only in {@link PieceSource#END}
 */
record Piece(ArrayUse use, int from, int count) {
  /** Whether this is no piece but {@link PieceSource#END}. */
  boolean isEnd() {
    return count == 0;
  }

  long bytes() {
    return use.type().bytes(count);
  }

  /** Where the piece starts in the device buffer. */
  long deviceOffset() {
    return use.type().bytes(from);
  }
}
