package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import java.nio.ByteBuffer;

/**
 * The elements of a box in a message: their bytes in row-major order without gaps. Packs pieces of
 * such a message from memory that contains a larger box, and unpacks them.
 */
public final class BoxBytes {
  private BoxBytes() {}

  /**
   * Returns the size of a message.
   *
   * @param box its elements
   * @param elementBytes the size of an element
   * @return the number of bytes
   * @throws ArithmeticException if that exceeds a {@code long}
   */
  public static long of(Box box, int elementBytes) {
    return Math.multiplyExact(box.area(), (long) elementBytes);
  }

  /**
   * Copies a piece of a message out of memory.
   *
   * @param source contains all elements of the message
   * @param message the elements of the message
   * @param offset where in the message the piece begins, in bytes
   * @param piece receives it, from its position to its limit, which do not change
   * @throws IllegalArgumentException if the memory lacks elements of the message
   */
  public static void pack(
      BoxMemory<ByteBuffer> source, Box message, long offset, ByteBuffer piece) {
    copy(source, message, message, offset, piece, true);
  }

  /**
   * Copies the elements of a box that are in a piece of a message into memory.
   *
   * @param piece the piece, from its position to its limit, which do not change
   * @param message the elements of the message
   * @param offset where in the message the piece begins, in bytes
   * @param destination contains all elements of the box
   * @param part the elements that are copied, a part of the message
   * @throws IllegalArgumentException if the memory or the message lacks elements of the box
   */
  public static void unpack(
      ByteBuffer piece, Box message, long offset, BoxMemory<ByteBuffer> destination, Box part) {
    copy(destination, message, part, offset, piece, false);
  }

  /**
   * Returns the position of a box in memory, if all of it is there without gaps.
   *
   * @param memory contains the box
   * @param box some elements
   * @return bytes from the position of the memory, or -1 if there are gaps
   */
  public static long contiguous(BoxMemory<ByteBuffer> memory, Box box) {
    Box allocated = memory.allocated();
    boolean single = true;
    for (int axis = 0; axis < Box.AXES; axis++) {
      if (!single && box.extent(axis) != allocated.extent(axis)) {
        return -1;
      }
      single &= box.extent(axis) == 1;
    }
    return place(allocated, box.min0(), box.min1(), box.min2()) * memory.elementBytes();
  }

  private static void copy(
      BoxMemory<ByteBuffer> memory,
      Box message,
      Box part,
      long offset,
      ByteBuffer piece,
      boolean pack) {
    if (!memory.allocated().contains(part) || !message.contains(part)) {
      throw new IllegalArgumentException(
          part + " of " + message + " cannot be copied, as memory holds " + memory.allocated());
    }
    Box allocated = memory.allocated();
    long unit = memory.elementBytes();
    // Axes of full extent are merged with the next: the elements of a 1-D array are a row.
    for (int merged = 1; merged < Box.AXES && isFull(allocated, message, part); merged++) {
      unit *= message.extent(2);
      allocated = outer(allocated);
      message = outer(message);
      part = outer(part);
    }
    long end = offset + piece.remaining();
    long rowBytes = message.extent(2) * unit;
    long partStart = (part.min2() - message.min2()) * unit;
    long partEnd = (part.max2() - message.min2()) * unit;
    ByteBuffer elements = memory.memory();
    for (long row = offset / rowBytes; row * rowBytes < end; row++) {
      long i = message.min0() + row / message.extent(1);
      long j = message.min1() + row % message.extent(1);
      long from = Math.max(offset, row * rowBytes + partStart);
      int length = (int) (Math.min(end, row * rowBytes + partEnd) - from);
      if (length > 0
          && i >= part.min0()
          && i < part.max0()
          && j >= part.min1()
          && j < part.max1()) {
        int inPiece = (int) (piece.position() + from - offset);
        long inRow = from - row * rowBytes - partStart;
        long inMemory = place(allocated, i, j, part.min2()) * unit + inRow;
        int at = Math.toIntExact(elements.position() + inMemory);
        if (pack) {
          piece.put(inPiece, elements, at, length);
        } else {
          elements.put(at, piece, inPiece, length);
        }
      }
    }
  }

  private static boolean isFull(Box allocated, Box message, Box part) {
    return message.extent(2) == allocated.extent(2) && part.extent(2) == allocated.extent(2);
  }

  /** The same box without its last axis. */
  private static Box outer(Box box) {
    return new Box(0, 1, box.min0(), box.max0(), box.min1(), box.max1());
  }

  /** How many elements precede an element. */
  private static long place(Box holder, long i, long j, long k) {
    long rows = (i - holder.min0()) * holder.extent(1) + (j - holder.min1());
    return rows * holder.extent(2) + (k - holder.min2());
  }
}
