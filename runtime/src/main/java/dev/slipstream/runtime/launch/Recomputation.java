package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Checks whether a loop that has run in part can be run again from its beginning. */
final class Recomputation {
  private Recomputation() {}

  /**
   * Returns whether no array of primitives is both read and written: then a second run writes the
   * same values again. Arrays are compared by identity, and arrays of arrays by the identity of the
   * rows that are read and written.
   */
  static boolean possible(Launch launch) {
    Set<Object> written = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> read = Collections.newSetFromMap(new IdentityHashMap<>());
    for (ArrayAccess access : launch.accesses()) {
      Object array = launch.arguments()[access.parameter()];
      if (access.writes()) {
        addLeaves(array, access.writtenFrom(), access.writtenTo(), written);
      }
      if (access.reads()) {
        addLeaves(array, access.readFrom(), access.readTo(), read);
      }
    }
    return Collections.disjoint(written, read);
  }

  /**
   * Adds the arrays of primitives in an array, or the array itself.
   *
   * @param from the first of its rows that counts
   */
  static void addLeaves(Object array, int from, int to, Set<Object> leaves) {
    if (!(array instanceof Object[] rows)) {
      leaves.add(array);
      return;
    }
    for (int i = from; i < to; i++) {
      Object row = rows[i];
      if (row instanceof Object[] inner) {
        addLeaves(inner, 0, inner.length, leaves);
      } else if (row != null) {
        leaves.add(row);
      }
    }
  }
}
