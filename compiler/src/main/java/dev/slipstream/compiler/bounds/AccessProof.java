package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves that no access of one execution leaves its array, and finds the ranges that are read and
 * written: of elements, or of outermost rows where the parameter is an array of arrays.
 */
final class AccessProof {
  private final List<CountedLoop> dimensions;
  private final int[] counts;
  private final Ranges ranges;
  private final Invariants invariants;
  private final boolean checked;

  /**
   * @param dimensions the parallel loops
   * @param counts their numbers of iterations
   * @param checked whether the kernel checks every index, also those that could be proven
   */
  AccessProof(
      List<CountedLoop> dimensions,
      int[] counts,
      Ranges ranges,
      Invariants invariants,
      boolean checked) {
    this.checked = checked;
    this.dimensions = dimensions;
    this.counts = counts;
    this.ranges = ranges;
    this.invariants = invariants;
  }

  /**
   * Proves the accesses of one parameter.
   *
   * @throws StaysOnHost if an index may lie outside, or an array is null
   */
  LaunchPlan.Access prove(int parameter, List<AccessSite> sites) throws StaysOnHost {
    Value root = sites.get(0).array().root();
    int length = java.lang.reflect.Array.getLength(invariants.array(root));
    @Nullable Interval read = null;
    @Nullable Interval written = null;
    DenseWrites dense = new DenseWrites();
    for (AccessSite site : sites) {
      boolean proven = true;
      Interval touched;
      try {
        touched = prove(site, length);
      } catch (StaysOnHost unproven) {
        if (!unproven.isUnproven() || !(checked || site.checked())) {
          throw unproven;
        }
        proven = false;
        touched = reachable(site, length);
      }
      if (touched.isEmpty()) {
        continue;
      }
      if (root.isArrayOfArrays()) {
        invariants.rowLengths(root, touched);
      }
      switch (site.kind()) {
        case READ, LENGTH -> read = read == null ? touched : read.hull(touched);
        case WRITE -> {
          written = written == null ? touched : written.hull(touched);
          if (proven && site.always()) {
            addDense(dense, site);
          }
        }
        case ACCUMULATE -> {
          read = read == null ? touched : read.hull(touched);
          written = written == null ? touched : written.hull(touched);
        }
        case ROW -> {
          // The row itself is looked up, none of its elements.
        }
      }
    }
    return new LaunchPlan.Access(
        parameter,
        read == null ? 0 : (int) read.low(),
        read == null ? 0 : (int) read.high() + 1,
        written == null ? 0 : (int) written.low(),
        written == null ? 0 : (int) written.high() + 1,
        written != null && dense.cover(elements(root, written)));
  }

  private Interval prove(AccessSite site, int length) throws StaysOnHost {
    Ranges here = ranges.where(site.conditions());
    if (here.isUnreachable()) {
      return new Interval(0, -1);
    }
    return site.array() instanceof Value.Row row
        ? proveInRows(site, row, here, length)
        : proveInside(site, site.index(), here, length);
  }

  /** What an access can touch of which the kernel itself makes sure that it stays inside. */
  private Interval reachable(AccessSite site, int length) throws StaysOnHost {
    Interval inside = new Interval(0, length - 1L);
    Value outermost = site.array() instanceof Value.Row row ? row.index() : site.index();
    try {
      return ranges.where(site.conditions()).of(outermost).meet(inside);
    } catch (StaysOnHost unknown) {
      if (!unknown.isUnproven()) {
        throw unknown;
      }
      return inside;
    }
  }

  /** The number of elements in a range; more than any loop writes if rows differ in length. */
  private long elements(Value root, Interval range) throws StaysOnHost {
    long count = range.high() - range.low() + 1;
    if (!root.isArrayOfArrays()) {
      return count;
    }
    Interval lengths = invariants.rowLengths(root, range);
    return lengths.low() == invariants.widestRow(root) ? count * lengths.low() : Long.MAX_VALUE;
  }

  private Interval proveInside(AccessSite site, Value index, Ranges here, int length)
      throws StaysOnHost {
    Interval interval = here.of(index);
    if (interval.isEmpty()) {
      return interval;
    }
    if (interval.low() < 0 || interval.high() >= length) {
      throw StaysOnHost.unproven(outside(site, interval, length));
    }
    return interval;
  }

  private Interval proveInRows(AccessSite site, Value.Row row, Ranges here, int rows)
      throws StaysOnHost {
    Interval touched = here.of(row.index());
    if (touched.isEmpty()) {
      return touched;
    }
    if (touched.low() < 0 || touched.high() >= rows) {
      throw StaysOnHost.unproven(outside(site, touched, rows));
    }
    long shortest = invariants.rowLengths(row.array(), touched).low();
    Interval index = here.of(site.index());
    if (index.isEmpty()) {
      return index;
    }
    if (index.low() < 0
        || (index.high() >= shortest && !here.isLess(site.index(), new Value.Length(row)))) {
      throw StaysOnHost.unproven(outside(site, index, (int) shortest));
    }
    return touched;
  }

  private static String outside(AccessSite site, Interval index, int length) {
    String range =
        index.isWithin(Interval.INT) && !index.equals(Interval.INT)
            ? " (index " + index.low() + " to " + index.high() + ", length " + length + ")"
            : "";
    String text = site.text() + " may lie outside " + site.array() + range;
    return site.line() < 0 ? text : "line " + site.line() + ": " + text;
  }

  private void addDense(DenseWrites dense, AccessSite site) throws StaysOnHost {
    Map<Value, DenseWrites.Extent> extents = new HashMap<>();
    for (int d = 0; d < counts.length; d++) {
      CountedLoop loop = dimensions.get(d);
      extents.put(loop.variable(), new DenseWrites.Extent(Math.abs(loop.step()), counts[d]));
    }
    for (CountedLoop loop : site.within()) {
      Interval initial = ranges.of(loop.initial());
      Interval limit = ranges.of(loop.limit());
      if (initial.low() != initial.high() || limit.low() != limit.high()) {
        return;
      }
      int count = TripCount.of(initial.low(), loop.step(), loop.stay(), limit.low());
      if (count == 0) {
        return;
      }
      extents.put(loop.variable(), new DenseWrites.Extent(Math.abs(loop.step()), count));
    }
    dense.add(linearIndex(site, ranges, invariants), extents);
  }

  /**
   * The element that an access touches as one number: the rows of an array of arrays are thought to
   * lie one after the other, each as long as the longest.
   */
  static Map<List<Value>, Long> linearIndex(AccessSite site, Ranges ranges, Invariants invariants)
      throws StaysOnHost {
    if (!(site.array() instanceof Value.Row row)) {
      return ranges.numeric(Polynomial.of(site.index()));
    }
    long width = Math.max(1, invariants.widestRow(row.array()));
    Polynomial rows = Polynomial.of(row.index()).scaled(width);
    return ranges.numeric(rows.plus(Polynomial.of(site.index())));
  }
}
