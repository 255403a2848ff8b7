package dev.slipstream.runtime.kernel;

/**
 * One value that a kernel takes besides its iteration bounds.
 *
 * @param name the name in the program, for messages ({@code a}, {@code this.grid.u}); never empty
 * @param descriptor the JVM type descriptor: {@code I J F D}, or one of the eight primitive array
 *     types from {@code [Z} to {@code [D}; boolean, byte, short and char scalars are {@code I}
 */
public record KernelParameter(String name, String descriptor) {

  /** Whether this parameter is a primitive array. */
  public boolean isArray() {
    return descriptor.charAt(0) == '[';
  }

  /**
   * The size of one element of this array parameter in bytes (1, 2, 4 or 8).
   *
   * @throws IllegalStateException if this is not an array
   */
  public int elementBytes() {
    if (!isArray()) {
      throw new IllegalStateException(name + " is not an array");
    }
    return switch (descriptor.charAt(1)) {
      case 'Z', 'B' -> 1;
      case 'S', 'C' -> 2;
      case 'I', 'F' -> 4;
      default -> 8;
    };
  }
}
