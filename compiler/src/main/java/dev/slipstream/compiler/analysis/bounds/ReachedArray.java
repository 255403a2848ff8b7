package dev.slipstream.compiler.analysis.bounds;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A captured array that one execution accesses, perhaps by several parameters.
 *
 * @param sites all accesses to it
 */
record ReachedArray(Object array, List<AccessSite> sites) {

  /**
   * Groups accesses by their arrays, in the order of the program, so that the reasons for staying
   * on the host do not depend on addresses.
   *
   * @param captures the values that the call site passed
   * @param own the accesses to arrays of which each iteration has its own; they are left out
   */
  static List<ReachedArray> of(
      List<AccessSite> accesses, @Nullable Object[] captures, Predicate<AccessSite> own) {
    List<ReachedArray> reached = new ArrayList<>();
    for (AccessSite access : accesses) {
      Object array = captures[access.parameter()];
      // An array is null only where the program checks it first, and never accesses it.
      if (array != null && !own.test(access)) {
        sites(reached, array).add(access);
      }
    }
    return reached;
  }

  private static List<AccessSite> sites(List<ReachedArray> reached, Object array) {
    for (ReachedArray known : reached) {
      if (known.array == array) {
        return known.sites;
      }
    }
    List<AccessSite> sites = new ArrayList<>();
    reached.add(new ReachedArray(array, sites));
    return sites;
  }

  /**
   * Reads the rows that the execution can touch. If several parameters are the array, each of them
   * can touch all of these rows.
   *
   * @return whether it is an array of arrays
   */
  boolean readTouched(Invariants invariants) {
    if (!(array instanceof Object[] rows)) {
      return false;
    }
    Interval touched = Interval.NONE;
    for (AccessSite site : sites) {
      Interval its = invariants.touched(site.array().root());
      touched = its.isEmpty() ? touched : touched.hull(its);
    }
    for (AccessSite site : sites) {
      invariants.touches(site.array().root(), touched);
    }
    invariants.read(rows, touched);
    return true;
  }

  /** The array of numbers itself, or the rows that were read. */
  Object content(ReadRows read) {
    ReadRows.Part part = array instanceof Object[] rows ? read.of(rows) : null;
    return part == null ? array : part.rows();
  }

  /** Whether the execution writes any of it. */
  boolean isWritten() {
    for (AccessSite site : sites) {
      if (site.writes()) {
        return true;
      }
    }
    return false;
  }
}
