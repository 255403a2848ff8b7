package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.kernel.ArrayBytes;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** How much memory arrays take. */
final class Sizes {
  private Sizes() {}

  /** All bytes of all arrays; an array that occurs twice counts once. */
  static long bytes(List<LoopArray> arrays) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long sum = 0;
    for (LoopArray use : arrays) {
      if (seen.add(use.array())) {
        sum += ArrayBytes.of(use.array());
      }
    }
    return sum;
  }

  /** How large an element of an array is, or a row on the average. */
  static double meanElementBytes(Object array) {
    int length = Array.getLength(array);
    return length == 0 ? 0 : (double) ArrayBytes.of(array) / length;
  }
}
