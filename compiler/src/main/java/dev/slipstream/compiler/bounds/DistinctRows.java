package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.value.Value;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds arrays that a loop reaches in several ways: a row that stands twice in an array of arrays,
 * in two of them, or is passed alone as well.
 */
final class DistinctRows {
  private DistinctRows() {}

  /**
   * Requires that an array that is written is reached in one way only.
   *
   * @param byRoot the accesses of each captured array, by the array
   * @throws StaysOnHost if not
   */
  static void require(List<Map.Entry<Object, List<AccessSite>>> byRoot) throws StaysOnHost {
    boolean nested = byRoot.stream().anyMatch(entry -> entry.getKey() instanceof Object[]);
    if (!nested) {
      return;
    }
    IdentityHashMap<Object, Boolean> writtenLeaves = new IdentityHashMap<>();
    for (Map.Entry<Object, List<AccessSite>> entry : byRoot) {
      boolean written = isWritten(entry.getValue());
      if (entry.getKey() instanceof Object[] rows) {
        for (Object row : rows) {
          add(row, written, entry.getValue(), writtenLeaves);
        }
      } else {
        add(entry.getKey(), written, entry.getValue(), writtenLeaves);
      }
    }
  }

  private static boolean isWritten(Collection<AccessSite> sites) {
    return sites.stream().anyMatch(AccessSite::writes);
  }

  private static void add(
      Object leaf,
      boolean written,
      List<AccessSite> sites,
      IdentityHashMap<Object, Boolean> writtenLeaves)
      throws StaysOnHost {
    Boolean before = leaf == null ? null : writtenLeaves.put(leaf, written);
    if (before != null && (before || written)) {
      Value array = sites.get(0).array().root();
      throw new StaysOnHost("a row of " + array + " is written and can also be reached otherwise");
    }
  }
}
