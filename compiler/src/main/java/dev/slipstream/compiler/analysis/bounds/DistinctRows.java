package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds arrays that a loop reaches in several ways: a row that occurs twice in an array of arrays
 * or in two of them, or that is also passed alone.
 */
final class DistinctRows {
  private DistinctRows() {}

  /**
   * Requires that each written array is reached in one way only.
   *
   * @param byRoot the accesses of each captured array, by the array
   * @throws StaysOnHost if one is reached in several ways
   */
  static void require(List<Map.Entry<Object, List<AccessSite>>> byRoot) throws StaysOnHost {
    IdentityHashMap<Object, Boolean> writtenLeaves = new IdentityHashMap<>();
    for (Map.Entry<Object, List<AccessSite>> entry : byRoot) {
      boolean written = isWritten(entry.getValue());
      add(entry.getKey(), written, entry.getValue(), writtenLeaves);
    }
  }

  /**
   * Requires that an array of numbers is passed only once.
   *
   * @param captures the values that the call site passed
   * @param position the position of the array
   * @param parameters how many of the captures, from the first, the kernel takes
   * @throws StaysOnHost if it is also another parameter, or a row of one
   */
  static void requireAlone(Object[] captures, int position, int parameters, String name)
      throws StaysOnHost {
    for (int p = 0; p < parameters; p++) {
      if (p != position && reaches(captures[p], captures[position])) {
        throw new StaysOnHost(
            "each iteration uses "
                + name
                + " as an array of its own, and the loop also reaches it in another way");
      }
    }
  }

  /**
   * Requires that elements which are assumed constant are in no array that is written.
   *
   * @param values the captured values
   * @throws StaysOnHost if one of them may be written
   */
  static void requireSteady(
      Collection<Value> values, List<AccessSite> accesses, Invariants invariants, Object[] captures)
      throws StaysOnHost {
    for (Value value : values) {
      if (value instanceof Value.Element element) {
        Object array = invariants.array(element.array());
        for (AccessSite access : accesses) {
          if (access.writes() && reaches(captures[access.parameter()], array)) {
            throw new StaysOnHost(
                (access.line() < 0 ? "it" : "line " + access.line())
                    + " writes "
                    + access.text()
                    + ", and "
                    + element
                    + " is in the same array");
          }
        }
      }
    }
  }

  private static boolean reaches(@Nullable Object from, Object array) {
    if (from instanceof Object[] rows) {
      for (Object row : rows) {
        if (reaches(row, array)) {
          return true;
        }
      }
    }
    return from == array;
  }

  private static boolean isWritten(Collection<AccessSite> sites) {
    for (AccessSite site : sites) {
      if (site.writes()) {
        return true;
      }
    }
    return false;
  }

  private static void add(
      Object array,
      boolean written,
      List<AccessSite> sites,
      IdentityHashMap<Object, Boolean> writtenLeaves)
      throws StaysOnHost {
    if (array instanceof Object[] rows) {
      // A plane that occurs twice is found through its rows.
      for (Object row : rows) {
        add(row, written, sites, writtenLeaves);
      }
      return;
    }
    Boolean before = array == null ? null : writtenLeaves.put(array, written);
    if (before != null && (before || written)) {
      Value root = sites.get(0).array().root();
      throw new StaysOnHost(
          "a row of " + root + " is written, and the loop can also reach it in another way");
    }
  }
}
