package dev.slipstream.runtime.coherence;

import java.util.IdentityHashMap;
import java.util.List;

/** Arrays of primitives that occur twice among those of a loop. */
final class DuplicateRows {
  private DuplicateRows() {}

  /** Whether an array of primitives would be a part of two buffers, or twice of one. */
  static boolean areAmong(List<LoopArray> arrays) {
    if (!anyOfArrays(arrays)) {
      return false;
    }
    IdentityHashMap<Object, Object> holders = new IdentityHashMap<>();
    for (LoopArray use : arrays) {
      if (use.isOfArrays() && use.shape().hasTwins()) {
        return true;
      }
      for (Object leaf : use.shape().leaves()) {
        Object other = leaf == null ? use.array() : holders.putIfAbsent(leaf, use.array());
        if (other != null && other != use.array()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean anyOfArrays(List<LoopArray> arrays) {
    for (LoopArray use : arrays) {
      if (use.isOfArrays()) {
        return true;
      }
    }
    return false;
  }
}
