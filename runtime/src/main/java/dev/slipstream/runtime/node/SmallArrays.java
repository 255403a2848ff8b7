package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.HostArrays;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The short arrays of a launch, which are not tracked. The launch gets copies of them, made at
 * submission. What it writes to the copies has to be copied back before the program goes on.
 */
final class SmallArrays {
  private final Launch launch;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();

  /** In the order of the accesses. Arrays are equal only to themselves. */
  private final Map<Object, Written> written = new LinkedHashMap<>();

  /**
   * A copy that the launch writes to.
   *
   * @param before the elements as they were
   */
  private record Written(Object copy, Object before) {}

  SmallArrays(Launch original) {
    Object[] arguments = original.arguments().clone();
    for (ArrayAccess access : original.accesses()) {
      Object array = arguments[access.parameter()];
      if (isSmall(array)) {
        Object copy = copies.get(array);
        if (copy == null) {
          copy = copy(array);
          copies.put(array, copy);
        }
        arguments[access.parameter()] = copy;
        if (access.writes() && !written.containsKey(array)) {
          written.put(array, new Written(copy, copy(copy)));
        }
      }
    }
    launch = copies.isEmpty() ? original : original.on(arguments);
  }

  /** Whether an array is short. */
  static boolean isSmall(Object array) {
    return !(array instanceof Object[]) && Array.getLength(array) < HostArrays.LEAST_LENGTH;
  }

  private static Object copy(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  /** The launch on the copies. */
  Launch launch() {
    return launch;
  }

  /** The copies whose elements have to be fresh before {@link #copyBack}. */
  List<Object> written() {
    List<Object> copied = new ArrayList<>();
    for (Written each : written.values()) {
      copied.add(each.copy());
    }
    return copied;
  }

  /**
   * Copies the elements that were written to the program's arrays. Other elements stay, since
   * another thread may have changed them.
   */
  void copyBack() {
    for (Map.Entry<Object, Written> entry : written.entrySet()) {
      Object array = entry.getKey();
      Written each = entry.getValue();
      for (int i = 0; i < Array.getLength(array); i++) {
        if (!bits(each.copy(), i).equals(bits(each.before(), i))) {
          System.arraycopy(each.copy(), i, array, i, 1);
        }
      }
    }
  }

  /** An element as bits, so that different kinds of NaN differ. */
  private static Object bits(Object array, int index) {
    if (array instanceof float[] floats) {
      return Float.floatToRawIntBits(floats[index]);
    }
    if (array instanceof double[] doubles) {
      return Double.doubleToRawLongBits(doubles[index]);
    }
    return Array.get(array, index);
  }
}
