package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.kernel.ArrayAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Proves that no access of one execution leaves its array. Finds the ranges that are read and
 * written: of elements, or of outermost rows where the parameter is an array of arrays.
 *
 * @param dimensions the parallel loops
 * @param mayBeNull the arrays that may be null as long as no access is reached
 * @param checked whether the kernel checks every index, including those that could be proven
 */
record AccessProof(
    List<Iterations> dimensions,
    Ranges ranges,
    Invariants invariants,
    Set<Value> mayBeNull,
    boolean checked) {

  /** An access that is proven to lie inside, with the ranges of its indices. */
  private record Inside(AccessSite site, Optional<List<Interval>> path) {}

  /**
   * Proves the accesses of one parameter.
   *
   * @throws StaysOnHost if an index may lie outside, or an array is null
   */
  ArrayAccess prove(int parameter, List<AccessSite> sites) throws StaysOnHost {
    Value root = sites.get(0).array().root();
    if (mayBeNull.contains(root) && invariants.isNull(root) && isNeverReached(sites)) {
      return new ArrayAccess(parameter, 0, 0, 0, 0, false);
    }
    @Nullable Interval read = null;
    @Nullable Interval written = null;
    @Nullable Interval rows = null;
    // The loop may read the array's length even where it accesses no element.
    invariants.array(root);
    List<AccessSite> certain = new ArrayList<>();
    IdentityHashMap<Value, Inside> byIndex = new IdentityHashMap<>();
    for (AccessSite site : sites) {
      boolean proven = true;
      Optional<List<Interval>> path;
      try {
        Inside inside = byIndex.get(site.index());
        path =
            inside != null && inside.site().isBeside(site)
                ? inside.path()
                : proveInside(site, root);
        byIndex.put(site.index(), new Inside(site, path));
      } catch (StaysOnHost unproven) {
        if (!unproven.isUnproven() || !(checked || site.checked())) {
          throw unproven;
        }
        proven = false;
        path = reachable(site, root);
      }
      if (path.isEmpty()) {
        continue;
      }
      Interval touched = path.get().get(0);
      if (site.kind() == AccessSite.Kind.ROW) {
        rows = hull(rows, touched);
      } else if (site.reads() || site.kind() == AccessSite.Kind.LENGTH) {
        read = hull(read, touched);
      }
      if (site.writes()) {
        written = hull(written, touched);
        if (site.kind() == AccessSite.Kind.WRITE && proven && site.always()) {
          certain.add(site);
        }
      }
    }
    if (rows != null && !rows.isWithin(hull(read, written))) {
      // The kernel must find a row that it looks up, even if it accesses none of its elements.
      read = hull(read, rows);
    }
    if (root.isArrayOfArrays()) {
      invariants.touches(root, hull(read, written));
    }
    boolean all = written != null && isDense(certain, root, written);
    return new ArrayAccess(
        parameter,
        read == null ? 0 : (int) read.low(),
        read == null ? 0 : (int) read.high() + 1,
        written == null ? 0 : (int) written.low(),
        written == null ? 0 : (int) written.high() + 1,
        all);
  }

  private boolean isNeverReached(List<AccessSite> sites) throws StaysOnHost {
    for (AccessSite site : sites) {
      if (!ranges.where(site.conditions()).isUnreachable()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Proves an access to an array that an iteration creates for itself.
   *
   * @throws StaysOnHost if the index may lie outside, and the kernel does not check it
   */
  void provePrivate(AccessSite site) throws StaysOnHost {
    Ranges here = ranges.where(site.conditions());
    if (checked
        || site.checked()
        || here.isUnreachable()
        || !(site.array() instanceof Value.PrivateArray array)) {
      return;
    }
    Interval index = here.of(site.index());
    if (!index.isEmpty() && (index.low() < 0 || index.high() >= array.length())) {
      throw StaysOnHost.unproven(outside(array, site.index(), index, array.length(), site.line()));
    }
  }

  private static Interval hull(@Nullable Interval first, @Nullable Interval second) {
    if (first == null || second == null) {
      return first != null ? first : second != null ? second : new Interval(1, 0);
    }
    return first.hull(second);
  }

  /** The ranges that an access can reach if the kernel itself checks its indices. */
  private Optional<List<Interval>> reachable(AccessSite site, Value root) throws StaysOnHost {
    List<Interval> path = new ArrayList<>();
    for (Value index : site.indices()) {
      long longest =
          path.isEmpty()
              ? java.lang.reflect.Array.getLength(invariants.array(root))
              : invariants.widest(root, path.get(0))[path.size() - 1];
      Interval reached = reachable(site, index, new Interval(0, longest - 1));
      if (reached.isEmpty()) {
        return Optional.empty();
      }
      path.add(reached);
    }
    requireRows(root, path);
    return Optional.of(path);
  }

  private Interval reachable(AccessSite site, Value index, Interval inside) throws StaysOnHost {
    try {
      return ranges.where(site.conditions()).of(index).meet(inside);
    } catch (StaysOnHost unknown) {
      if (!unknown.isUnproven()) {
        throw unknown;
      }
      return inside;
    }
  }

  /** Requires that no row that is looked up is null. */
  private void requireRows(Value root, List<Interval> path) throws StaysOnHost {
    if (path.size() < root.depth()) {
      invariants.rowLengths(root, path);
    }
  }

  /**
   * The number of elements in a range. If rows differ in length, a number larger than any loop
   * writes.
   */
  private long elements(Value root, Interval range) throws StaysOnHost {
    long count = range.high() - range.low() + 1;
    if (!root.isArrayOfArrays()) {
      return count;
    }
    if (!invariants.isRectangular(root, range)) {
      return Long.MAX_VALUE;
    }
    for (int widest : invariants.widest(root)) {
      count *= widest;
    }
    return count;
  }

  /**
   * Proves the indices that lead to an element, outermost first.
   *
   * @return their ranges; empty if no element is ever accessed
   */
  private Optional<List<Interval>> proveInside(AccessSite site, Value root) throws StaysOnHost {
    Ranges here = ranges.where(site.conditions());
    if (here.isUnreachable()) {
      return Optional.empty();
    }
    List<Interval> path = new ArrayList<>();
    for (Value.Row row : site.array().rows()) {
      if (!proveIndex(row.array(), row.index(), path, here, site.line())) {
        return Optional.empty();
      }
    }
    if (!proveIndex(site.array(), site.index(), path, here, site.line())) {
      return Optional.empty();
    }
    requireRows(root, path);
    return Optional.of(path);
  }

  private boolean proveIndex(Value array, Value index, List<Interval> path, Ranges here, int line)
      throws StaysOnHost {
    long shortest =
        path.isEmpty()
            ? java.lang.reflect.Array.getLength(invariants.array(array))
            : invariants.rowLengths(array.root(), path).low();
    Interval interval = here.of(index);
    if (interval.isEmpty()) {
      return false;
    }
    boolean inside =
        interval.high() < shortest
            || (!path.isEmpty() && here.isLess(index, new Value.Length(array)));
    if (interval.low() < 0 || !inside) {
      throw StaysOnHost.unproven(outside(array, index, interval, shortest, line));
    }
    path.add(interval);
    return true;
  }

  private static String outside(Value array, Value index, Interval range, long length, int line) {
    String numbers =
        range.isWithin(Interval.INT) && !range.equals(Interval.INT)
            ? " (index " + range.low() + " to " + range.high() + ", length " + length + ")"
            : "";
    String text = array + "[" + index + "] may lie outside " + array + numbers;
    return line < 0 ? text : "line " + line + ": " + text;
  }

  /** Whether writes that run in every iteration certainly write all elements of a range. */
  private boolean isDense(List<AccessSite> certain, Value root, Interval written)
      throws StaysOnHost {
    long elements = elements(root, written);
    if (!root.isArrayOfArrays() && areTooFew(certain, elements)) {
      return false;
    }
    DenseWrites dense = new DenseWrites(1);
    for (AccessSite site : certain) {
      addDense(dense, site);
    }
    return dense.cover(elements);
  }

  /** Whether writes outside inner loops certainly are fewer than some elements. */
  private boolean areTooFew(List<AccessSite> certain, long elements) {
    double writes = certain.size();
    for (Iterations loop : dimensions) {
      writes *= loop.count();
    }
    for (AccessSite site : certain) {
      if (!site.within().isEmpty()) {
        return false;
      }
    }
    return writes < elements;
  }

  private void addDense(DenseWrites dense, AccessSite site) throws StaysOnHost {
    Map<Value, Stride> strides = new HashMap<>();
    for (Iterations loop : dimensions) {
      strides.put(loop.variable(), loop.stride());
    }
    if (addStrides(site.within(), ranges, strides)) {
      dense.add(linearIndex(site, ranges, invariants), strides, Interval.ALL);
    }
  }

  /**
   * Adds the strides of inner loops. Returns false if the strides may vary, or if a loop may not
   * run.
   */
  static boolean addStrides(List<CountedLoop> loops, Ranges ranges, Map<Value, Stride> strides)
      throws StaysOnHost {
    for (CountedLoop loop : loops) {
      Optional<Iterations> turns = ranges.turns(loop);
      if (turns.isEmpty()) {
        return false;
      }
      strides.put(loop.variable(), turns.get().stride());
    }
    return true;
  }

  /**
   * The index of the accessed element as one number. For this the rows of an array of arrays are
   * laid out in sequence, each as long as the longest one, and its planes as well, each as high as
   * the highest one.
   */
  static Polynomial linearIndex(AccessSite site, Ranges ranges, Invariants invariants)
      throws StaysOnHost {
    List<Value.Row> rows = site.array().rows();
    if (rows.isEmpty()) {
      return ranges.numeric(site.index());
    }
    Polynomial sum = invariants.expand(site.index());
    int[] widest = invariants.widest(site.array().root());
    long weight = 1;
    for (int level = rows.size() - 1; level >= 0; level--) {
      weight *= Math.max(1, widest[level]);
      sum = sum.plus(invariants.expand(rows.get(level).index()), weight);
    }
    return ranges.numeric(sum);
  }
}
