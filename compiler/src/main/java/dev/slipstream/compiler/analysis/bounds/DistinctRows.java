package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds arrays that a loop reaches in several ways: a row that occurs twice in an array of arrays
 * or in two of them, or that is also passed alone. Thread-safe.
 */
final class DistinctRows {
  /** Among so few arrays a search is faster than a hash table. */
  private static final int FEW = 8;

  /** The arrays for which the last check has succeeded. */
  private volatile @Nullable RowIdentities checked;

  /**
   * Requires that each written array is reached in one way only. The rows of the last check are not
   * checked again.
   *
   * @param byRoot the accesses of each captured array, by the array
   * @param captures the values that the call site passed
   * @throws StaysOnHost if one is reached in several ways
   */
  void require(List<Map.Entry<Object, List<AccessSite>>> byRoot, Object[] captures)
      throws StaysOnHost {
    RowIdentities before = checked;
    if (before == null || !before.areIn(captures)) {
      check(byRoot);
      checked = RowIdentities.of(captures).orElse(null);
    }
  }

  private static void check(List<Map.Entry<Object, List<AccessSite>>> byRoot) throws StaysOnHost {
    IdentityHashMap<Object, Boolean> written = new IdentityHashMap<>();
    Set<Class<?>> types = new HashSet<>();
    for (Map.Entry<Object, List<AccessSite>> entry : byRoot) {
      if (isWritten(entry.getValue())) {
        addLeaves(entry.getKey(), entry.getValue(), written);
        types.add(leafType(entry.getKey()));
      }
    }
    Object[] few = written.size() <= FEW ? written.keySet().toArray() : null;
    for (Map.Entry<Object, List<AccessSite>> entry : byRoot) {
      boolean mayMeet = types.contains(leafType(entry.getKey()));
      if (mayMeet && !isWritten(entry.getValue()) && reaches(entry.getKey(), written, few)) {
        throw isReachedTwice(entry.getValue());
      }
    }
  }

  /** The type of the arrays of numbers in an array of arrays. */
  private static Class<?> leafType(Object array) {
    Class<?> type = array.getClass();
    while (type.getComponentType().isArray()) {
      type = type.getComponentType();
    }
    return type;
  }

  private static boolean reaches(
      @Nullable Object from, IdentityHashMap<Object, Boolean> written, Object @Nullable [] few) {
    if (from instanceof Object[] rows) {
      for (Object row : rows) {
        if (reaches(row, written, few)) {
          return true;
        }
      }
      return false;
    }
    if (few == null) {
      return written.containsKey(from);
    }
    for (Object one : few) {
      if (one == from) {
        return true;
      }
    }
    return false;
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

  private static void addLeaves(
      @Nullable Object array, List<AccessSite> sites, IdentityHashMap<Object, Boolean> written)
      throws StaysOnHost {
    if (array instanceof Object[] rows) {
      // A plane that occurs twice is found through its rows.
      for (Object row : rows) {
        addLeaves(row, sites, written);
      }
    } else if (array != null && written.put(array, true) != null) {
      throw isReachedTwice(sites);
    }
  }

  private static StaysOnHost isReachedTwice(List<AccessSite> sites) {
    Value root = sites.get(0).array().root();
    return new StaysOnHost(
        "a row of " + root + " is written, and the loop can also reach it in another way");
  }
}
