package dev.slipstream.agent.coherence;

import java.lang.reflect.Array;
import java.util.Random;

/** Arrays of primitives of any type. */
final class Leaves {
  private Leaves() {}

  static boolean isLeaf(Object array) {
    return array.getClass().isArray() && !(array instanceof Object[]);
  }

  static Object copyOf(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  /** An array of the same type and length, with elements that nobody has put there. */
  static Object garbage(Class<?> elementType, int length, Random random) {
    Object array = Array.newInstance(elementType, length);
    for (int i = 0; i < length; i++) {
      byte value = (byte) (random.nextInt(90) + 7);
      if (elementType == char.class) {
        Array.setChar(array, i, (char) value);
      } else if (elementType == boolean.class) {
        Array.setBoolean(array, i, value % 2 == 0);
      } else {
        Array.setByte(array, i, value);
      }
    }
    return array;
  }

  /** Whether an element has other bits in two arrays of one type. */
  static boolean differ(Object one, Object other, int index) {
    if (one instanceof double[] x && other instanceof double[] y) {
      return Double.doubleToRawLongBits(x[index]) != Double.doubleToRawLongBits(y[index]);
    } else if (one instanceof float[] x && other instanceof float[] y) {
      return Float.floatToRawIntBits(x[index]) != Float.floatToRawIntBits(y[index]);
    }
    return !Array.get(one, index).equals(Array.get(other, index));
  }
}
