package dev.slipstream.model.kernel;

/**
 * A value that a kernel takes in addition to its iteration bounds.
 *
 * @param name the name in the program, for messages ({@code a}, {@code this.grid.u}); never empty
 * @param descriptor the JVM type descriptor: {@code I J F D}, one of the eight primitive array
 *     types from {@code [Z} to {@code [D}, or arrays of those or arrays of arrays of those ({@code
 *     [[D}, {@code [[[D}); boolean, byte, short and char scalars are {@code I}
 * @param scratch whether each iteration has an array of its own of this length, with any initial
 *     content; only for arrays of primitives. The passed array determines the length and remains
 *     unchanged. {@code range} creates these arrays itself, {@code body} must be passed one
 */
public record KernelParameter(String name, String descriptor, boolean scratch) {

  /** A parameter that all iterations share. */
  public KernelParameter(String name, String descriptor) {
    this(name, descriptor, /* scratch= */ false);
  }

  /** Whether this parameter is an array: of primitives, or of arrays. */
  public boolean isArray() {
    return descriptor.charAt(0) == '[';
  }

  /** The number of indices of a primitive: 0 for a scalar, 1 for {@code [D}, 2 for {@code [[D}. */
  public int depth() {
    return descriptor.length() - 1;
  }

  /**
   * The size in bytes (1, 2, 4 or 8) of one primitive element of this array parameter, or of its
   * rows if it is an array of arrays.
   *
   * @throws IllegalStateException if this is not an array
   */
  public int elementBytes() {
    if (!isArray()) {
      throw new IllegalStateException(name + " is not an array");
    }
    return switch (descriptor.charAt(descriptor.length() - 1)) {
      case 'Z', 'B' -> 1;
      case 'S', 'C' -> 2;
      case 'I', 'F' -> 4;
      default -> 8;
    };
  }
}
