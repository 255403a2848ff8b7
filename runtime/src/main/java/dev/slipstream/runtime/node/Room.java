package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.kernel.Launch;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The memory that each device of a node has for arrays.
 *
 * @param devices how many devices of the node have their own memory
 * @param bytes the most bytes that may be used
 * @param largestArray the size of the largest allocation
 * @param leastDivided the size from which on parts of an array are allocated; the largest long if
 *     arrays are always whole
 */
record Room(int devices, long bytes, long largestArray, long leastDivided) {
  /** Whether devices may have parts of arrays. */
  boolean hasParts() {
    return leastDivided < Long.MAX_VALUE;
  }

  /** Whether one device has room for all arrays of a launch as a whole. */
  boolean takes(Launch launch) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long sum = 0;
    for (ArrayAccess access : launch.accesses()) {
      Object array = launch.arguments()[access.parameter()];
      if (seen.add(array)) {
        long size = ArrayBytes.of(array);
        sum += size;
        if (size > largestArray) {
          return false;
        }
      }
    }
    return sum <= bytes;
  }
}
