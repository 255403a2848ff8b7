package dev.slipstream.compiler.discovery;

import java.util.List;

/**
 * Around its own element an iteration reads an array no further than this, wherever the index is no
 * formula of the loop variables.
 *
 * @param array how the program calls the array
 * @param extents for each axis of the array how far a read may be from the variable of the loop
 *     with the same number, or {@link #WHOLE}
 */
public record DeclaredRead(String array, List<Long> extents) {
  /** An axis of which anything may be read. */
  public static final long WHOLE = -1;

  /** Copies the list. */
  public DeclaredRead {
    extents = List.copyOf(extents);
  }

  /** Whether it speaks of an array; a field may be named without its object. */
  public boolean isOf(String name) {
    return name.equals(array) || name.endsWith("." + array);
  }
}
