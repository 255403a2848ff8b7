package dev.slipstream.tornado.driver;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Fills memory with elements, or takes them out. Several threads may do so at a time. */
@FunctionalInterface
public interface Piece {
  /**
   * Copies.
   *
   * @param first the first element
   * @param at memory for as many as are copied
   */
  void copy(int first, int count, ByteBuffer at);

  /** The array of primitives on the heap that has these elements, by their numbers, if one has. */
  default Optional<Object> array() {
    return Optional.empty();
  }
}
