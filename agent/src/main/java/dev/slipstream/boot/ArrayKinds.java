package dev.slipstream.boot;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Classifies values for guards, by their classes alone. */
final class ArrayKinds {
  private ArrayKinds() {}

  /**
   * Returns the length of an array, or -1 for any other value. Where the class is known, the JIT
   * compiles this to one instruction.
   */
  static int length(@Nullable Object value) {
    return value != null && value.getClass().isArray() ? Array.getLength(value) : -1;
  }

  /** Whether a value is an array of this length at least, or one that may hold such arrays. */
  static boolean mayReach(@Nullable Object value, int length) {
    return value instanceof Object[] || length(value) >= length;
  }

  /** Whether a value is an array of primitives. */
  static boolean isLeaf(Object value) {
    return value.getClass().isArray() && !(value instanceof Object[]);
  }

  /** Whether nothing but arrays of primitives can be reached through an array of this type. */
  static boolean holdsNumbersAlone(Class<?> array) {
    Class<?> element = array;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.isPrimitive();
  }

  /** Whether arrays of primitives can be reached through an array of this type. */
  static boolean mayHoldArrays(Class<?> array) {
    Class<?> element = array.getComponentType();
    return element.isPrimitive()
        || (element.isArray() ? mayHoldArrays(element) : element.isAssignableFrom(Object[].class));
  }

  /** Whether code that reads an object's fields or elements may find arrays in it. */
  static boolean holdsOthers(Object value) {
    return !(value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Class
        || value instanceof Enum);
  }
}
