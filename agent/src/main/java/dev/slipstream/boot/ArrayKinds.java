package dev.slipstream.boot;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** What guards ask of values, by their classes alone. */
final class ArrayKinds {
  private ArrayKinds() {}

  /**
   * The length of an array; -1 for what is none. Where its class is known the JIT makes one
   * instruction of this.
   */
  static int length(@Nullable Object value) {
    return value != null && value.getClass().isArray() ? Array.getLength(value) : -1;
  }

  /** Whether it is an array of primitives. */
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

  /** Whether arrays may be found in it by code that looks at its fields or elements. */
  static boolean holdsOthers(Object value) {
    return !(value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Class
        || value instanceof Enum);
  }
}
