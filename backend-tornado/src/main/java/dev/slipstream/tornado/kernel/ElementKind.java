package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import java.util.Optional;

/**
 * The element types of arrays, each with TornadoVM's class of arrays outside the heap that holds
 * it.
 */
public enum ElementKind {
  /** A boolean, as a byte that is 0 or 1. */
  BOOLEAN('Z', "ByteArray", 'B', 1),
  /** A byte. */
  BYTE('B', "ByteArray", 'B', 1),
  /** A short. */
  SHORT('S', "ShortArray", 'S', 2),
  /**
   * A char, stored as a short: TornadoVM (5.2) treats chars, and all values computed from them, as
   * unsigned.
   */
  CHAR('C', "ShortArray", 'S', 2),
  /** An int. */
  INT('I', "IntArray", 'I', 4),
  /** A long. */
  LONG('J', "LongArray", 'J', 8),
  /** A float. */
  FLOAT('F', "FloatArray", 'F', 4),
  /** A double. */
  DOUBLE('D', "DoubleArray", 'D', 8);

  private final char descriptor;
  private final String arrayClass;
  private final char held;
  private final int bytes;

  ElementKind(char descriptor, String arrayClass, char held, int bytes) {
    this.descriptor = descriptor;
    this.arrayClass = ApiNames.ARRAYS + arrayClass;
    this.held = held;
    this.bytes = bytes;
  }

  /**
   * Returns the kind of the primitives in an array with this descriptor, such as {@code [D} or
   * {@code [[D}.
   */
  public static ElementKind ofArray(String descriptor) {
    return of(descriptor.charAt(descriptor.length() - 1)).orElseThrow();
  }

  /** Returns the kind of a scalar with this descriptor. */
  public static ElementKind ofScalar(String descriptor) {
    return of(descriptor.charAt(0)).orElseThrow();
  }

  private static Optional<ElementKind> of(char descriptor) {
    for (ElementKind kind : values()) {
      if (kind.descriptor == descriptor) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** Returns the internal name of the class that holds such elements. */
  public String arrayClass() {
    return arrayClass;
  }

  /** Returns the descriptor of {@code get(int)}. */
  public String getDescriptor() {
    return "(I)" + held;
  }

  /** Returns the descriptor of {@code set(int, element)}. */
  public String setDescriptor() {
    return "(I" + held + ")V";
  }

  /** Returns the size of an element in bytes. */
  public int bytes() {
    return bytes;
  }
}
