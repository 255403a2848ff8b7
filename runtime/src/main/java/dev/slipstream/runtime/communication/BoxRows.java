package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import java.nio.ByteBuffer;

/** Copies boxes of elements between memories that hold larger boxes in row-major order. */
public final class BoxRows {
  private BoxRows() {}

  /**
   * Copies a box.
   *
   * @param source holds the elements of its box from its position on
   * @param held the elements that the source holds
   * @param destination gets the elements, from its position on
   * @param allocated the elements that the destination holds
   * @param box what to copy; both hold it
   * @param elementBytes the size of an element
   * @throws IllegalArgumentException if one of them does not hold the box
   */
  public static void copy(
      ByteBuffer source,
      Box held,
      ByteBuffer destination,
      Box allocated,
      Box box,
      int elementBytes) {
    if (!held.contains(box) || !allocated.contains(box)) {
      throw new IllegalArgumentException(
          box + " cannot be copied from " + held + " to " + allocated);
    }
    int bytes = Math.toIntExact((box.max2() - box.min2()) * elementBytes);
    for (long i = box.min0(); i < box.max0(); i++) {
      for (long j = box.min1(); j < box.max1(); j++) {
        destination.put(
            destination.position() + offset(allocated, i, j, box.min2(), elementBytes),
            source,
            source.position() + offset(held, i, j, box.min2(), elementBytes),
            bytes);
      }
    }
  }

  private static int offset(Box holder, long i, long j, long k, int elementBytes) {
    long rows = (i - holder.min0()) * (holder.max1() - holder.min1()) + (j - holder.min1());
    long elements = rows * (holder.max2() - holder.min2()) + (k - holder.min2());
    return Math.toIntExact(elements * elementBytes);
  }
}
