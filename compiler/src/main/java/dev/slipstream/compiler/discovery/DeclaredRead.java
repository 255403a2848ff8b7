package dev.slipstream.compiler.discovery;

import java.util.List;

/**
 * A declared limit for the distance between an iteration's own element and the elements that it
 * reads. Applies where the index is no formula of the loop variables.
 *
 * @param array the array in the program's notation
 * @param extents for each axis of the array the largest distance of a read from the variable of the
 *     loop with the same number, or {@link #WHOLE}
 */
public record DeclaredRead(String array, List<Long> extents) {
  /** The extent of an axis on which any element may be read. */
  public static final long WHOLE = -1;

  /** Copies the list. */
  public DeclaredRead {
    extents = List.copyOf(extents);
  }

  /** Whether it applies to an array; a field may be named without its object. */
  public boolean isOf(String name) {
    return name.equals(array) || name.endsWith("." + array);
  }
}
