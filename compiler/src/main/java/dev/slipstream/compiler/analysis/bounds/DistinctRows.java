package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds arrays that a loop reaches in several ways: a row that occurs twice in an array of arrays
 * or in two of them, or that is also passed alone. Thread-safe.
 */
final class DistinctRows {
  /** Among so few arrays a search is faster than a hash table. */
  private static final int FEW = 8;

  /** With more rows, a check of all of them saves later ones. */
  private static final int SOME = 64;

  /** The rows for which the last check has succeeded. */
  private volatile @Nullable RowIdentities checked;

  /** The rows of an earlier execution; null if there are none. */
  @Nullable RowIdentities known() {
    return checked;
  }

  /**
   * Requires that each written array is reached in one way only. The rows of the last check are not
   * checked again.
   *
   * @param arrays the captured arrays
   * @param read the rows that the execution touches
   * @throws StaysOnHost if one is reached in several ways
   */
  void require(List<ReachedArray> arrays, ReadRows read) throws StaysOnHost {
    RowIdentities before = checked;
    if (before != null && before.include(read)) {
      return;
    }
    if (read.count() > SOME) {
      ReadRows all = ReadRows.all(read.captures());
      Optional<RowIdentities> identities = RowIdentities.measured(all);
      if (identities.isPresent() && identities.get().include(read) && areDistinct(arrays, all)) {
        checked = identities.get();
        return;
      }
    }
    check(arrays, read);
  }

  private static boolean areDistinct(List<ReachedArray> arrays, ReadRows all) {
    try {
      check(arrays, all);
      return true;
    } catch (StaysOnHost reached) {
      // The execution may touch no row that is reached twice.
      return false;
    }
  }

  private static void check(List<ReachedArray> arrays, ReadRows read) throws StaysOnHost {
    IdentityHashMap<Object, Boolean> written = new IdentityHashMap<>();
    Set<Class<?>> types = new HashSet<>();
    for (ReachedArray one : arrays) {
      if (one.isWritten()) {
        addLeaves(one.content(read), one.sites(), written);
        types.add(leafType(one.array()));
      }
    }
    Object[] few = written.size() <= FEW ? written.keySet().toArray() : null;
    for (ReachedArray one : arrays) {
      boolean mayMeet = types.contains(leafType(one.array()));
      if (mayMeet && !one.isWritten() && reaches(one.content(read), written, few)) {
        throw isReachedTwice(one.sites());
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
   * @param read the values that the call site passed, all of whose rows are read
   * @param position the position of the array
   * @param parameters how many of the captures, from the first, the kernel takes
   * @throws StaysOnHost if it is also another parameter, or a row of one
   */
  static void requireAlone(ReadRows read, int position, int parameters, String name)
      throws StaysOnHost {
    Object[] captures = read.captures();
    for (int p = 0; p < parameters; p++) {
      if (p != position && reaches(read.all(captures[p]), captures[position])) {
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
          Object written = captures[access.parameter()];
          if (access.writes()
              && written != null
              && leafType(written) == array.getClass()
              && reaches(invariants.rows().all(written), array)) {
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
