package dev.slipstream.runtime.coherence;

import java.util.IdentityHashMap;
import java.util.List;

/** Arrays of primitives that occur twice among those of a loop. */
final class Twins {
  private Twins() {}

  /**
   * Whether an array of primitives would be a part of two buffers, or twice of one.
   *
   * @param arrays the loop's arrays
   * @param shapes theirs
   */
  static boolean areAmong(List<Object> arrays, List<LeafShape> shapes) {
    if (arrays.stream().noneMatch(array -> array instanceof Object[])) {
      return false;
    }
    IdentityHashMap<Object, Object> holders = new IdentityHashMap<>();
    for (int a = 0; a < arrays.size(); a++) {
      Object array = arrays.get(a);
      if (array instanceof Object[] && shapes.get(a).hasTwins()) {
        return true;
      }
      for (Object leaf : shapes.get(a).leaves()) {
        Object other = leaf == null ? array : holders.putIfAbsent(leaf, array);
        if (other != null && other != array) {
          return true;
        }
      }
    }
    return false;
  }
}
