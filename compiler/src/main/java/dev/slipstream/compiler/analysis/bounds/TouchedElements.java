package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The elements that accesses with the same indices touch under the same conditions. Caches what
 * comparisons need: a body may have thousands of accesses, each pair of them is compared, and most
 * elements are both read and written.
 */
final class TouchedElements {
  /** More comparisons than loops have that are planned often. */
  private static final int MOST_COMPARED = 64;

  private final AccessSite site;
  private final List<Iterations> dimensions;
  private final Ranges ranges;
  private final Invariants invariants;
  private final Map<TouchedElements, Boolean> compared = new HashMap<>();
  private @Nullable Found found;
  private @Nullable Interval rest;
  private @Nullable StaysOnHost unknown;

  /**
   * @param site one of the accesses
   * @param dimensions the parallel loops
   */
  TouchedElements(
      AccessSite site, List<Iterations> dimensions, Ranges ranges, Invariants invariants) {
    this.site = site;
    this.dimensions = dimensions;
    this.ranges = ranges;
    this.invariants = invariants;
  }

  /**
   * The elements that an access touches.
   *
   * @param indices the ranges of the indices that lead to the element, outermost first; empty if
   *     the access is never reached
   * @param strides the distance by which an iteration of each parallel loop moves the element
   * @param strided the loops that move the element and have several iterations, long strides first;
   *     empty if the strides are too long to be added
   * @param stands whether there is a loop with several iterations that does not move the element
   * @param rest the index without the share of the parallel loops' variables
   * @param by the range of what the inner loops add to it
   * @param isLinear whether the parallel loops' variables move the element by their strides alone
   */
  private record Found(
      List<Interval> indices,
      List<Long> strides,
      Optional<List<Stride>> strided,
      boolean stands,
      Polynomial rest,
      Interval by,
      boolean isLinear) {}

  /** Whether another access touches the same elements, which is seen by identical values. */
  boolean areThoseOf(AccessSite other) {
    return site.isBeside(other);
  }

  /** The result of an earlier comparison with others; null if there was none. */
  @Nullable Boolean compared(TouchedElements others) {
    return compared.get(others);
  }

  /** Keeps the result of a comparison with others. */
  void compared(TouchedElements others, boolean neverMeet) {
    if (compared.size() < MOST_COMPARED) {
      compared.put(others, neverMeet);
    }
  }

  /** Whether no iteration reaches the accesses. */
  boolean areUnreachable() throws StaysOnHost {
    return find().indices().isEmpty();
  }

  /** Whether the ranges of some index do not overlap. */
  boolean areApartFrom(TouchedElements other) throws StaysOnHost {
    List<Interval> first = find().indices();
    List<Interval> second = other.find().indices();
    for (int i = first.size() - 1; i >= 0; i--) {
      if (first.get(i).high() < second.get(i).low() || second.get(i).high() < first.get(i).low()) {
        return true;
      }
    }
    return false;
  }

  /** Whether iterations move both by the same constant distances. */
  boolean moveLike(TouchedElements other) throws StaysOnHost {
    Found mine = find();
    Found its = other.find();
    return mine.isLinear() && its.isLinear() && mine.strides().equals(its.strides());
  }

  /**
   * The loops that move the elements, long strides first; empty if these are too long to be added.
   */
  Optional<List<Stride>> strided() throws StaysOnHost {
    return find().strided();
  }

  /** Whether there is a loop with several iterations that does not move the elements. */
  boolean stand() throws StaysOnHost {
    return find().stands();
  }

  /** The range of the index without the share of the parallel loops' variables. */
  Interval rest() throws StaysOnHost {
    if (rest == null) {
      Found facts = find();
      rest = ranges.where(site.conditions()).ofSum(facts.rest()).plus(facts.by());
    }
    return rest;
  }

  private Found find() throws StaysOnHost {
    if (unknown != null) {
      throw unknown;
    }
    if (found == null) {
      try {
        found = look();
      } catch (StaysOnHost reason) {
        unknown = reason;
        throw reason;
      }
    }
    return found;
  }

  private Found look() throws StaysOnHost {
    Polynomial index = AccessProof.linearIndex(site, ranges, invariants);
    Interval by = Interval.of(0);
    for (int l = site.within().size() - 1; l >= 0; l--) {
      // Loops that start elsewhere in each iteration are represented by their initial value.
      CountedLoop loop = site.within().get(l);
      long factor = index.coefficient(loop.variable());
      Polynomial initial = ranges.numeric(loop.initial());
      Interval turned = turned(loop, initial);
      if (factor != 0 && mentionsVariables(initial) && !turned.isAll()) {
        index = index.replace(loop.variable(), initial);
        by = by.plus(turned.times(Interval.of(factor)));
      }
    }
    List<Long> strides = new ArrayList<>();
    List<Stride> strided = new ArrayList<>();
    boolean areShort = true;
    boolean stands = false;
    Polynomial rest = index;
    for (Iterations dimension : dimensions) {
      long stride = index.coefficient(dimension.variable());
      strides.add(stride);
      rest = rest.minus(Polynomial.atom(dimension.variable()).scaled(stride));
      if (dimension.count() > 1) {
        stands |= stride == 0;
        long length = Math.abs(stride * dimension.step());
        areShort &= length >= 0 && Math.multiplyHigh(length, dimension.count()) == 0;
        if (length > 0) {
          strided.add(new Stride(length, dimension.count()));
        }
      }
    }
    strided.sort(Collections.reverseOrder());
    Optional<List<Stride>> loops = areShort ? Optional.of(strided) : Optional.empty();
    return new Found(indices(), strides, loops, stands, rest, by, !mentionsVariables(rest));
  }

  private List<Interval> indices() throws StaysOnHost {
    List<Interval> indices = new ArrayList<>();
    if (!ranges.where(site.conditions()).isUnreachable()) {
      for (Value index : site.indices()) {
        indices.add(ranges.where(site.conditions()).of(index));
      }
    }
    return indices;
  }

  /** The range of the distance between a loop's variable and its initial value. */
  private Interval turned(CountedLoop loop, Polynomial initial) throws StaysOnHost {
    Interval step = ranges.of(loop.step());
    Interval span = ranges.ofSum(ranges.numeric(loop.limit()).minus(initial));
    if (span.isAll() || !step.isOne() || ranges.of(loop.variable()).equals(Interval.INT)) {
      return Interval.ALL;
    }
    if (loop.approaches(step.low())) {
      boolean isStrict =
          loop.stay() == Condition.Relation.LESS || loop.stay() == Condition.Relation.GREATER;
      long last = isStrict ? 1 : 0;
      return step.low() > 0
          ? new Interval(0, Math.max(0, span.high() - last))
          : new Interval(Math.min(0, span.low() + last), 0);
    }
    return Interval.ALL;
  }

  private boolean mentionsVariables(Polynomial sum) {
    for (Polynomial.Term term : sum.sum()) {
      for (Value atom : term.product()) {
        for (Iterations dimension : dimensions) {
          if (atom.mentions(dimension.variable())) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
