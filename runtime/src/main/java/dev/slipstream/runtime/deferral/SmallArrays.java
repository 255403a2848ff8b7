package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.Launch;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The short arrays of a launch, which are not followed: the launch gets copies of them, made when
 * it is submitted, and what it writes to them has to be copied back before the program goes on.
 */
final class SmallArrays {
  private final Launch launch;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Object> written = new IdentityHashMap<>();

  SmallArrays(Launch original) {
    Object[] arguments = original.arguments().clone();
    for (ArrayAccess access : original.accesses()) {
      Object array = arguments[access.parameter()];
      if (!(array instanceof Object[]) && Array.getLength(array) < HostArrays.LEAST_LENGTH) {
        Object copy = copies.computeIfAbsent(array, SmallArrays::copy);
        arguments[access.parameter()] = copy;
        if (access.writes()) {
          written.put(array, copy);
        }
      }
    }
    launch = copies.isEmpty() ? original : original.on(arguments);
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

  /** The copies whose elements have to be there before {@link #copyBack}. */
  List<Object> written() {
    return new ArrayList<>(written.values());
  }

  /** Gives the program what was written. */
  void copyBack() {
    written.forEach((array, copy) -> System.arraycopy(copy, 0, array, 0, Array.getLength(array)));
  }
}
